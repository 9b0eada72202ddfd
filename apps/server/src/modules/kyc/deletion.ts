/**
 * Deletion of a user's identity data (reliability pattern 22): sealed until the retention period ends, then
 * destroyed.
 */
import type { Transaction } from '../../platform/database/pool.ts'
import { lockRecord } from './record/record-store.ts'

/**
 * Called in the transaction that deletes the account. Data with a legal retention period stays sealed until
 * it ends; data that was never submitted is destroyed at once. The identity number becomes free.
 */
export async function deletePersonData(transaction: Transaction, userId: number): Promise<void> {
  const record = await lockRecord(transaction, userId)
  if (record === null || record.state === 'draft') return shredPerson(transaction, userId)
  await transaction.query(
    `update kyc.record set ended_at = coalesce(ended_at, now()), next_look_at = null,
       version = version + 1 where user_id = $1`,
    [userId],
  )
}

/**
 * Destroys a user's key, and with it everything sealed under it. Only the bare record remains: states, times
 * and who decided.
 */
export async function shredPerson(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query('delete from kyc.file where user_id = $1', [userId])
  await transaction.query('delete from kyc.finding where user_id = $1', [userId])
  await transaction.query('delete from kyc.person_key where user_id = $1', [userId])
  await transaction.query(
    `update kyc.record set details = null, number_index = null, consent_address = null,
       next_look_at = null, ended_at = coalesce(ended_at, now()), version = version + 1
     where user_id = $1`,
    [userId],
  )
}
