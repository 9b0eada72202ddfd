/** The record of security events (SRV-08): append-only and without secrets. */
import type { Database } from '../database/pool.ts'

export type SecurityEvent = {
  readonly accountId: number | null
  /** A dotted word: `account.deleted`, `session.opened`. */
  readonly kind: string
  readonly clientAddress: string | null
  /** Numbers and words, without secrets or numbers of identity documents. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** Writes an event, in the caller's transaction where `client` has one. */
export async function recordSecurityEvent(
  client: Pick<Database, 'query'>,
  { accountId, kind, clientAddress, details = {} }: SecurityEvent,
): Promise<void> {
  await client.query(
    `insert into security.event (account_id, kind, client_address, details) values ($1, $2, $3, $4)`,
    [accountId, kind, clientAddress, JSON.stringify(details)],
  )
}
