/** The end of what is kept of a person (reliability pattern 22): sealed until its time is over, then gone. */
import type { Transaction } from '../../platform/database/pool.ts'
import { lockRecord } from './record-store.ts'

/**
 * The account was deleted, in the same transaction. What the law wants kept stays sealed until the
 * retention ends; what was never handed in is destroyed at once. The number is free again.
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
 * Destroys a person's key with everything that it sealed. What stays is the bare record: its states, when
 * and by whom it was decided.
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
