/** Proofs of rows: a MAC over what a row says, under a key that the database does not have. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/** What a proof covers, in this order; amounts that are no safe numbers as text. */
export type Proven = readonly (string | number | null)[]

/** The proof of these values, 32 bytes. The first one names what they are, so that no two kinds share a proof. */
export function proofOf(keys: Keys, purpose: Parameters<Keys>[0], values: Proven): Buffer {
  return createHmac('sha256', keys(purpose)).update(JSON.stringify(values)).digest()
}

/** Whether a proof fits these values; compared in constant time. */
export function fits(
  keys: Keys,
  purpose: Parameters<Keys>[0],
  values: Proven,
  proof: Buffer | null,
): boolean {
  const right = proofOf(keys, purpose, values)
  return proof !== null && proof.length === right.length && timingSafeEqual(proof, right)
}
