/**
 * The proof of a transaction's row (ATT-97): over what it pays or moves, what was asked of the signer, and what was
 * signed. A row that somebody put or changed by hand has none: nothing is asked, sent or concluded by it.
 */
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../../../platform/secrets/proof.ts'
import { isOrdered, readOrder } from '../signing-order.ts'

/** What a row of a transaction says. */
export type TransactionClaim = {
  readonly purpose: string
  /** Of the withdrawal, or the move's own. */
  readonly reference: string | null
  /** Of the withdrawal; null for a move of the house. */
  readonly holdId: number | null
  readonly chain: string
  readonly no: number
  readonly fromAddress: string | null
  readonly nonce: number | null
  readonly request: Buffer
  readonly txid: string | null
  readonly bytes: Buffer | null
}

const version = 'tukar chain transaction 1'

/** The proof of a row. */
export function macOfTransaction(keys: Keys, claim: TransactionClaim): Buffer {
  return createProof(keys, 'chain-transaction', valuesOf(claim))
}

/** Whether a row is what this server wrote, and the order in it is of what it pays or moves. */
export function isProvenTransaction(
  keys: Keys,
  claim: TransactionClaim,
  proof: Buffer | null,
): boolean {
  return matchesProof(keys, 'chain-transaction', valuesOf(claim), proof) && isOrderedFor(claim)
}

/** Whether the order of a row is of what it pays or moves; true where nobody knows the order. */
export function isOrderedFor(claim: TransactionClaim): boolean {
  if (!isOrdered(claim)) return true
  try {
    return readOrder(claim.request).order.approval.id === claim.reference
  } catch {
    // It is no order at all.
    return false
  }
}

function valuesOf(claim: TransactionClaim): Proven {
  return [
    version,
    claim.purpose,
    claim.reference,
    claim.holdId,
    claim.chain,
    claim.no,
    claim.fromAddress,
    claim.nonce,
    claim.request.toString('hex'),
    claim.txid,
    claim.bytes?.toString('hex') ?? null,
  ]
}
