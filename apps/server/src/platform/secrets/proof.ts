/** Proofs of rows: a MAC over a row's values, under a key that the database does not have. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './keys.ts'

/** The values that a proof covers, in this order; amounts above 2^53 as text. */
export type Proven = readonly (string | number | null)[]

/**
 * The proof of these values, 32 bytes. The first value names their kind, so that proofs of two kinds always
 * differ.
 */
export function createProof(keys: Keys, purpose: Parameters<Keys>[0], values: Proven): Buffer {
  return createHmac('sha256', keys(purpose)).update(JSON.stringify(values)).digest()
}

/** Whether a proof matches these values, compared in constant time. */
export function matchesProof(
  keys: Keys,
  purpose: Parameters<Keys>[0],
  values: Proven,
  proof: Buffer | null,
): boolean {
  const right = createProof(keys, purpose, values)
  return proof !== null && proof.length === right.length && timingSafeEqual(proof, right)
}
