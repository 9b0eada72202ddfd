/** Tells owners what happened to their accounts: exactly if the change itself holds. */
import type { Transaction } from '../../platform/database/pool.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { type NewNotice, notify } from '../notifications/index.ts'
import type { Client } from './clients.ts'

/** What happened, and from where it was done; `event` is the dotted word of the record (SRV-08). */
export type SecurityNotice = {
  readonly notice: NewNotice
  readonly event: string
  readonly client: Client
}

/** Records a security event and tells its owner, in the transaction of the change. */
export async function tellOwner(
  transaction: Transaction,
  { notice, event, client }: SecurityNotice,
): Promise<void> {
  const { accountId } = notice
  const clientAddress = client.address
  await recordSecurityEvent(transaction, { accountId, kind: event, clientAddress })
  await notify(transaction, notice)
}
