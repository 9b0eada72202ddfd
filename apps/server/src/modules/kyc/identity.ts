/** Who a person is, as his record says it. */
import type { KycDetails, KycState } from '@tukar/wire'
import { noteUnproven } from '../accounts/index.ts'
import { isApprovalProven } from './approval-proofs.ts'
import type { VaultReading } from './deps.ts'
import { findRecord, type KycRecord } from './record-store.ts'
import { openJson, vaultOf } from './vault.ts'

/** The field under which the details are sealed. */
export const detailsField = 'details'

/** The opened details. */
export type Identity = KycDetails

/**
 * The state of a person's record; `none` where there is none. One that was set to approved in the database counts as
 * in review, and people are told of it.
 */
export async function kycStateOf(
  { database, keys }: VaultReading,
  userId: number,
): Promise<KycState> {
  const found = await database.query<{ state: KycState }>(
    'select state from kyc.record where user_id = $1',
    [userId],
  )
  const state = found.rows[0]?.state ?? 'none'
  if (state !== 'approved' || (await isApprovalProven(database, keys, userId))) return state
  await noteUnproven(database, userId)
  return 'in_review'
}

/** What a person wrote, of a record in any state; null where nothing is kept or his key is destroyed. */
export async function identityOf(deps: VaultReading, userId: number): Promise<Identity | null> {
  const record = await findRecord(deps.database, userId)
  return record === null ? null : openedDetails(deps, record)
}

/**
 * The name of an approved record; null where there is none. A record that was approved keeps its name, whatever state
 * was set in the database since.
 */
export async function verifiedNameOf(deps: VaultReading, userId: number): Promise<string | null> {
  const record = await findRecord(deps.database, userId)
  if (record === null) return null
  const isApproved =
    record.state === 'approved' || (await isApprovalProven(deps.database, deps.keys, userId))
  if (!isApproved) return null
  return (await openedDetails(deps, record))?.name ?? null
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
