/** The identity of a user from the record. */
import type { KycDetails, KycState } from '@tukar/wire'
import { noteUnproven } from '../accounts/index.ts'
import { isApprovalProven } from './approval-proofs.ts'
import type { VaultReading } from './deps.ts'
import { findRecord, type KycRecord } from './record/record-store.ts'
import { openJson, vaultOf } from './vault.ts'

/** The field name under which the details are sealed. */
export const detailsField = 'details'

/** The decrypted details. */
export type Identity = KycDetails

/**
 * The state of a user's record; `none` without a record. A record that was set to approved in the database
 * counts as in review, and raises an alarm.
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

/**
 * The details that a user typed, of a record in any state; null if nothing is stored or the key is destroyed.
 */
export async function identityOf(deps: VaultReading, userId: number): Promise<Identity | null> {
  const record = await findRecord(deps.database, userId)
  return record === null ? null : openedDetails(deps, record)
}

/**
 * The name in an approved record; null if there is none. It stays valid whatever state is set in the database
 * later.
 */
export async function verifiedNameOf(deps: VaultReading, userId: number): Promise<string | null> {
  const record = await findRecord(deps.database, userId)
  if (record === null) return null
  const isApproved =
    record.state === 'approved' || (await isApprovalProven(deps.database, deps.keys, userId))
  if (!isApproved) return null
  return (await openedDetails(deps, record))?.name ?? null
}

/** Decrypts the details of a record. */
export async function openedDetails(
  { database, keys }: VaultReading,
  { userId, details }: Pick<KycRecord, 'userId' | 'details'>,
): Promise<Identity | null> {
  if (details === null) return null
  const vault = await vaultOf(database, keys, userId)
  return vault === null ? null : openJson<Identity>(vault, detailsField, details)
}
