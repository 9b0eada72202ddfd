/**
 * The proof of a transaction's row (ATT-97). It covers the payment or move, the order to the signer, and the
 * signed bytes. A row that was inserted or changed by hand has no valid proof: nothing is requested, sent or
 * concluded by it.
 */
import type { Keys } from '../../../../../platform/secrets/keys.ts'
import { matchesProof, createProof, type Proven } from '../../../../../platform/secrets/proof.ts'
import { isOrdered, readOrder } from '../signing/signing-order.ts'

/** The values of a transaction's row. */
export type TransactionClaim = {
  readonly purpose: string
  /** The reference of the withdrawal, or of the move. */
  readonly reference: string | null
  /** The hold of the withdrawal; null for a treasury move. */
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

/** Whether this server wrote the row, and its order fits its payment or move. */
export function isProvenTransaction(
  keys: Keys,
  claim: TransactionClaim,
  proof: Buffer | null,
): boolean {
  return matchesProof(keys, 'chain-transaction', valuesOf(claim), proof) && isOrderedFor(claim)
}

/** Whether the order in a row fits its payment or move; true if the order is unknown. */
export function isOrderedFor(claim: TransactionClaim): boolean {
  if (!isOrdered(claim)) return true
  try {
    return readOrder(claim.request).order.approval.id === claim.reference
  } catch {
    // It is no valid order.
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
