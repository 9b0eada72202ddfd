/** Who a person is, as his record says it. */
import type { KycDetails, KycState } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import type { VaultReading } from './parts.ts'
import { findRecord, type KycRecord } from './record-store.ts'
import { openJson, vaultOf } from './vault.ts'

/** The field under which the details are sealed. */
export const detailsField = 'details'

/** The opened details. */
export type Identity = KycDetails

/** The state of a person's record; `none` where there is none. */
export async function kycStateOf(
  database: Pick<Database, 'query'>,
  userId: number,
): Promise<KycState> {
  const found = await database.query<{ state: KycState }>(
    'select state from kyc.record where user_id = $1',
    [userId],
  )
  return found.rows[0]?.state ?? 'none'
}

/** What a person wrote, of a record in any state; null where nothing is kept or his key is destroyed. */
export async function identityOf(parts: VaultReading, userId: number): Promise<Identity | null> {
  const record = await findRecord(parts.database, userId)
  return record === null ? null : openedDetails(parts, record)
}

/** The name of an approved record; null where there is none. */
export async function verifiedNameOf(parts: VaultReading, userId: number): Promise<string | null> {
  const record = await findRecord(parts.database, userId)
  if (record === null || record.state !== 'approved') return null
  return (await openedDetails(parts, record))?.name ?? null
}

/** The details of a record, opened. */
export async function openedDetails(
  { database, keys }: VaultReading,
  { userId, details }: Pick<KycRecord, 'userId' | 'details'>,
): Promise<Identity | null> {
  if (details === null) return null
  const vault = await vaultOf(database, keys, userId)
  return vault === null ? null : openJson<Identity>(vault, detailsField, details)
}
