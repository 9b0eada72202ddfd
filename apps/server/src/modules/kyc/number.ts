/** Numbers of identity that must be one account's alone. */
import type { KycReason } from '@tukar/wire'
import type { Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import {
  changeRecord,
  countSubmissions,
  isNumberTaken,
  lockNumber,
  lockRecord,
  othersWithNumber,
} from './record-store.ts'
import { numberIndexOf } from './vault.ts'

/**
 * Whether another account that waits or is approved has one of these numbers (SRV-39): then a person looks at it.
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
  for (const index of indexes) await lockNumber(transaction, index)
  return (await othersWithNumber(transaction, userId, indexes)).length > 0
}

/** So often a person hands in within so many days: nobody tries number after number. */
const handInsMax = 5
const handInDays = 7
const retryAfterSeconds = 86_400

/** Refuses `kyc.too_often`, whatever the numbers were: who hears it learns nothing about them. */
export async function requireFewSubmissions(
  transaction: Transaction,
  userId: number,
): Promise<void> {
  if ((await countSubmissions(transaction, userId, handInDays)) < handInsMax) return
  throw new Refusal('kyc.too_often', {}, retryAfterSeconds)
}

/**
 * What a record keeps of a number, whoever else has it: operators then see the number on all of them (LOW-2).
 *
 * @param number in normal form; null where there is none
 */
export function indexOf(keys: Keys, number: string | null): Buffer | null {
  return number === null ? null : numberIndexOf(keys, number)
}

/**
 * Makes a number this account's alone, in the place of one that was claimed before; false, and nothing is done, where
 * another account was approved with it (SRV-39).
 *
 * @param number in normal form
 */
export async function claimNumber(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  number: string,
): Promise<boolean> {
  const record = await lockRecord(transaction, userId)
  if (record === null) return true
  const numberIndex = numberIndexOf(keys, number)
  const isTaken = await isNumberTaken(transaction, userId, numberIndex)
  if (isTaken) return false
  return changeRecord(transaction, record, { number_index: numberIndex })
}

/** The reason of a rejection as its person hears it: that another account has his number is not for him (LOW-2). */
export function shownReason(reason: KycReason): KycReason {
  return reason === 'number_used' ? 'other' : reason
}
