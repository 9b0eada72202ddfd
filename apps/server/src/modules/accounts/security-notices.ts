/** Tells owners what happened to their accounts, by notice and by mail: exactly if the change holds. */
import { deviceWords } from '@tukar/i18n/server'
import type { Transaction } from '../../platform/database/pool.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { type NewNotice, notify } from '../notifications/index.ts'
import type { Client } from './clients.ts'
import type { AccountsParts } from './parts.ts'
import { findAddressee } from './profile-store.ts'

export type TellingParts = Pick<AccountsParts, 'mail' | 'origin'>

/** What happened, and from where it was done; `event` is the dotted word of the record (SRV-08). */
export type SecurityNotice = {
  readonly notice: NewNotice
  readonly event: string
  readonly client: Client
}

/** Records a security event and tells its owner, in the transaction of the change. */
export async function tellOwner(
  { mail, origin }: TellingParts,
  transaction: Transaction,
  { notice, event, client }: SecurityNotice,
): Promise<void> {
  const { accountId } = notice
  const clientAddress = client.address
  await recordSecurityEvent(transaction, { accountId, kind: event, clientAddress })
  await notify(transaction, notice)
  const addressee = await findAddressee(transaction, accountId)
  if (addressee === null) return
  const { email, fullName, language } = addressee
  // In his own language: the one of the request may be a stranger's.
  const to = { to: email, language }
  const happened = { name: fullName, link: `${origin}/auth/forgot-password`, atMs: Date.now() }
  if (notice.kind === 'sign_in_new_device') {
    const device = deviceWords(notice.params.device, language)
    const params = { ...happened, ...notice.params, device }
    await mail.send(transaction, { ...to, template: notice.kind, params })
  } else {
    await mail.send(transaction, { ...to, template: notice.kind, params: happened })
  }
}
