/** Numbers of identity that must be one account's alone. */
import type { Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { changeRecord, countHandIns, isNumberUsed, lockRecord } from './record-store.ts'
import { numberIndexOf } from './vault.ts'

/**
 * Whether another account that waits or is approved has one of these numbers (SRV-39).
 *
 * @param numbers in normal form; null where there is none
 */
export async function isAnyNumberUsed(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  numbers: readonly (string | null)[],
): Promise<boolean> {
  const given = new Set(numbers.filter((number) => number !== null))
  // Each is held until the transaction ends: in the same order for all, so that nobody waits in a ring.
  const indexes = [...given]
    .map((number) => numberIndexOf(keys, number))
    .sort((one, other) => one.compare(other))
  for (const index of indexes) {
    if (await isNumberUsed(transaction, userId, index)) return true
  }
  return false
}

/** So often a person hands in within so many days: nobody tries number after number. */
const handInsMax = 5
const handInDays = 7
const retryAfterSeconds = 86_400

/** Refuses `kyc.too_often`, whatever the numbers were: who hears it learns nothing about them. */
export async function requireFewHandIns(transaction: Transaction, userId: number): Promise<void> {
  if ((await countHandIns(transaction, userId, handInDays)) < handInsMax) return
  throw new Refusal('kyc.too_often', {}, retryAfterSeconds)
}

/**
 * What a record keeps of a number: its index, or null where another account that waits or is approved has it. Its owner
 * hears nothing of that: a person looks at it, and it is not approved as long as the other one has it (LOW-2).
 *
 * @param number in normal form; null where there is none
 */
export async function freeIndexOf(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  number: string | null,
): Promise<Buffer | null> {
  if (number === null) return null
  const index = numberIndexOf(keys, number)
  return (await isNumberUsed(transaction, userId, index)) ? null : index
}

/**
 * Makes a number this account's alone, in the place of one that was claimed before (SRV-39).
 *
 * @param number in normal form
 * @throws Refusal `kyc.number_used` where another account that waits or is approved has it
 */
export async function claimNumber(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  number: string,
): Promise<void> {
  const record = await lockRecord(transaction, userId)
  if (record === null) return
  const numberIndex = numberIndexOf(keys, number)
  const isUsed = await isNumberUsed(transaction, userId, numberIndex)
  if (isUsed) throw new Refusal('kyc.number_used')
  await changeRecord(transaction, record, { number_index: numberIndex })
}
