/** Identity numbers, each of which belongs to one account alone. */
import type { KycReason } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import {
  changeRecord,
  countSubmissions,
  isNumberTaken,
  lockNumber,
  lockRecord,
  othersWithNumber,
} from './record-store.ts'
import { numberIndexOf } from '../vault.ts'

/**
 * Whether another waiting or approved account has one of these numbers (SRV-39): then an operator reviews the
 * case.
 *
 * @param numbers in normal form; null if there is none
 */
export async function isAnyNumberUsed(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  numbers: readonly (string | null)[],
): Promise<boolean> {
  const given = new Set(numbers.filter((number) => number !== null))
  // Each number is locked until the transaction ends, in the same order everywhere, so that no deadlock
  // occurs.
  const indexes = [...given]
    .map((number) => numberIndexOf(keys, number))
    .sort((one, other) => one.compare(other))
  for (const index of indexes) await lockNumber(transaction, index)
  return (await othersWithNumber(transaction, userId, indexes)).length > 0
}

/** The number of submissions of a user within some days, so that nobody tries number after number. */
const handInsMax = 5
const handInDays = 7
const retryAfterSeconds = 86_400

/** Refuses `kyc.too_often`, whatever the numbers were, so that the refusal reveals nothing about them. */
export async function requireFewSubmissions(
  transaction: Transaction,
  userId: number,
): Promise<void> {
  if ((await countSubmissions(transaction, userId, handInDays)) < handInsMax) return
  throw new Refusal('kyc.too_often', {}, retryAfterSeconds)
}

/**
 * The stored hash of a number, even if another account has it: operators then see the number on all of them
 * (LOW-2).
 *
 * @param number in normal form; null if there is none
 */
export function indexOf(keys: Keys, number: string | null): Buffer | null {
  return number === null ? null : numberIndexOf(keys, number)
}

/**
 * Claims a number for this account, in place of an earlier one. Returns false and does nothing if another
 * account was approved with it (SRV-39).
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

/**
 * The reason of a rejection as the user sees it: it does not reveal that another account has the number
 * (LOW-2).
 */
export function shownReason(reason: KycReason): KycReason {
  return reason === 'number_used' ? 'other' : reason
}
