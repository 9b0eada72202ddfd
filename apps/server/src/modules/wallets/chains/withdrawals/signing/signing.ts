/**
 * Has stored transactions signed, and stores the signed bytes before they are sent (FLT-31). The signer signs
 * only against a hold that the engine states (H-4). A refused transaction waits for the signer or for
 * operators. A transaction that can never be signed, or was given up, is voided first: money is given back
 * only after the signer recorded that it will never sign.
 */
import {
  type SignedBytes,
  type SignedVote,
  signedVotesMax,
  type SigningAsker,
  type SignOrder,
  type StatedHold,
} from '../../../../../adapters/signer/index.ts'
import { holdName } from '../../../../../engine/index.ts'
import { signedVotes } from '../../../../desk/index.ts'
import { storeSigned, type StoredTransaction } from '../withdrawal-store.ts'
import { signedBefore, type SigningOutcome } from '../withdrawal-row.ts'
import { isRequested } from '../requests/approving.ts'
import { isAsOrdered, readOrder } from './signing-order.ts'
import type { ChainWithdrawalDeps } from '../deps.ts'
import { bookSeen, noteBook, readPayment } from '../payment-store.ts'
import { chainWithdrawalBallot } from '../votes.ts'

type VoidingDeps = Pick<ChainWithdrawalDeps, 'database' | 'signer' | 'keys'>
type SigningDeps = VoidingDeps & {
  readonly engine: Pick<ChainWithdrawalDeps['engine'], 'stateHold'>
}

/** Codes of refusals that the signer never changes. */
const hopelessCodes = [
  'address.invalid',
  'address.own',
  'amount.invalid',
  'approval.expired',
  'approval.void',
]

/** A stored and proven transaction. */
type Stored = Pick<StoredTransaction, 'no' | 'request' | 'fromAddress' | 'nonce'>

/** Has a stored transaction of a withdrawal signed. */
export async function signStored(
  deps: SigningDeps,
  epoch: number,
  withdrawalId: number,
  planned: Stored,
): Promise<SigningOutcome> {
  const { database } = deps
  const stored = readOrder(planned.request)
  const stated = await statementOf(deps, withdrawalId)
  if (stated === 'later') return { status: 'unknown' }
  const votes = await votesFor(deps, withdrawalId)
  const answer = await askSigner(deps, epoch, stored.order, { statement: stated, votes })
  if (answer.status === 'unknown') return { status: 'unknown' }
  if (answer.status === 'refused') {
    // A refused fee increase leaves the payout unchanged.
    if (planned.no > 1 || !hopelessCodes.includes(answer.code)) return { ...answer, isVoid: false }
    const voiding = await voidUnsigned(deps, epoch, withdrawalId)
    return voiding.status === 'refused' ? { ...answer, isVoid: voiding.isVoid } : voiding
  }
  const { txid, raw } = answer.value
  if (!isAsOrdered(stored, { txid, raw })) return { status: 'differs' }
  const bytes = Buffer.from(raw.replace(/^0x/, ''), 'hex')
  const { no, request, fromAddress, nonce } = planned
  const { chain, reference, holdId } = await readPayment(database, withdrawalId)
  const slot = fromAddress === null || nonce === null ? null : { address: fromAddress, nonce }
  const order = { chain, withdrawalId, reference, holdId, no, slot, request }
  await storeSigned(database, deps.keys, order, { txid, bytes })
  return { status: 'signed', count: planned.no }
}

/**
 * The engine's statement about the hold of a withdrawal; null if there is none that the signer would accept.
 */
async function statementOf(
  { database, engine }: SigningDeps,
  withdrawalId: number,
): Promise<StatedHold | null | 'later'> {
  const { holdId } = await readPayment(database, withdrawalId)
  if (holdId === null) return null
  const known = await engine.stateHold(holdId)
  return known.status === 'later' ? 'later' : known.statement
}

/** The votes by which the signer verifies the approvals; none if no approval was required. */
async function votesFor(
  { database, keys }: SigningDeps,
  withdrawalId: number,
): Promise<readonly SignedVote[]> {
  const payment = await readPayment(database, withdrawalId)
  if (payment.approvalsNeeded === 0) return []
  const ballot = chainWithdrawalBallot(payment, 'approve')
  return signedVotes(database, keys, ballot, signedVotesMax)
}

/**
 * Voids a stored transaction at the signer, because operators gave it up. If the signer had signed it
 * already, it may still be mined; it is then found and settled as usual.
 */
export async function voidStored(
  deps: SigningDeps,
  epoch: number,
  withdrawalId: number,
  planned: Stored,
): Promise<SigningOutcome> {
  const voiding = await voidUnsigned(deps, epoch, withdrawalId)
  const isSigned = voiding.status === 'refused' && voiding.code === signedBefore
  return isSigned ? signStored(deps, epoch, withdrawalId, planned) : voiding
}

/**
 * Voids a withdrawal and its hold at the signer before its money is given back: it was canceled, can never be
 * signed, or has no known transaction after a restored backup (FLT-40). The signer's records prove what was
 * signed, even if the row was set back. The id comes from the row. If the proof of the request does not cover
 * the id, nothing may have been paid from its hold under another id either.
 */
export async function voidUnsigned(
  { database, signer, keys }: VoidingDeps,
  epoch: number,
  withdrawalId: number,
): Promise<Extract<SigningOutcome, { status: 'refused' | 'unknown' }>> {
  const payment = await readPayment(database, withdrawalId)
  const { reference: id, holdId } = payment
  const asker = { epoch, bookAtLeast: await bookSeen(database) }
  const hold = holdId === null ? null : holdName(holdId)
  const answer = await signer.voidId({ id, hold }, asker)
  if (answer.status === 'unknown') return { status: 'unknown' }
  if (answer.status === 'refused') return { ...answer, isVoid: false }
  const { isVoid, paidBy, book } = answer.value
  // A signer that was restored to an older state would sign it after all.
  await noteBook(database, book)
  const isProven = isRequested(keys, payment, payment.requestMac)
  if (!isVoid || (paidBy !== null && !isProven)) {
    return { status: 'refused', code: signedBefore, isVoid: false }
  }
  return { status: 'refused', code: 'approval.void', isVoid: true }
}

/** A treasury move has neither a hold nor votes. */
export const treasuryStatement = { statement: null, votes: [] } as const

/** Asks the signer, and stores its record number. */
export async function askSigner(
  { database, signer }: Pick<ChainWithdrawalDeps, 'database' | 'signer'>,
  epoch: number,
  order: SignOrder,
  behind: Pick<SigningAsker, 'statement' | 'votes'>,
): Promise<
  | { readonly status: 'done'; readonly value: SignedBytes }
  | { readonly status: 'refused'; readonly code: string }
  | { readonly status: 'unknown' }
> {
  const bookAtLeast = await bookSeen(database)
  const answer = await signer.sign(order, { epoch, bookAtLeast, ...behind })
  if (answer.status !== 'done') return answer
  await noteBook(database, answer.value.book)
  return answer
}
