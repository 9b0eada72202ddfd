/**
 * Asks the signer for what was stored before, and keeps its bytes before anybody sees them (FLT-31). It signs only
 * what the engine states a hold for (H-4). What it refuses waits for it or for people; what can never be signed, or
 * was given up, is voided there first, so that the money is given back only where the signer wrote down that it will
 * sign nothing.
 */
import {
  type SignedBytes,
  type SignedVote,
  signedVotesMax,
  type SigningAsker,
  type SignOrder,
  type StatedHold,
} from '../../../../adapters/signer/index.ts'
import { holdName } from '../../../../engine/index.ts'
import { signedVotes } from '../../../desk/index.ts'
import { keepSigned, type StoredTransaction } from './withdrawal-store.ts'
import { signedBefore, type SigningOutcome } from './withdrawal-row.ts'
import { isRequested } from './approving.ts'
import { isAsOrdered, readOrder } from './signing-order.ts'
import type { ChainWithdrawalDeps } from './deps.ts'
import { bookSeen, noteBook, readPayment } from './payment-store.ts'
import { chainWithdrawalBallot } from './votes.ts'

type VoidingDeps = Pick<ChainWithdrawalDeps, 'database' | 'signer' | 'keys'>
type SigningDeps = VoidingDeps & {
  readonly engine: Pick<ChainWithdrawalDeps['engine'], 'stateHold'>
}

/** Nothing will ever make the signer sign these. */
const hopelessCodes = [
  'address.invalid',
  'address.own',
  'amount.invalid',
  'approval.expired',
  'approval.void',
]

/** A stored transaction that is proven. */
type Stored = Pick<StoredTransaction, 'no' | 'request' | 'fromAddress' | 'nonce'>

/** Has a stored transaction of a withdrawal signed. */
export async function signStored(
  deps: SigningDeps,
  epoch: number,
  withdrawalId: number,
  planned: Stored,
): Promise<SigningOutcome> {
  const { database } = deps
  const kept = readOrder(planned.request)
  const stated = await statementOf(deps, withdrawalId)
  if (stated === 'later') return { status: 'unknown' }
  const votes = await votesFor(deps, withdrawalId)
  const answer = await askSigner(deps, epoch, kept.order, { statement: stated, votes })
  if (answer.status === 'unknown') return { status: 'unknown' }
  if (answer.status === 'refused') {
    // A higher fee that is refused leaves the payout as it is.
    if (planned.no > 1 || !hopelessCodes.includes(answer.code)) return { ...answer, isVoid: false }
    const voiding = await voidUnsigned(deps, epoch, withdrawalId)
    return voiding.status === 'refused' ? { ...answer, isVoid: voiding.isVoid } : voiding
  }
  const { txid, raw } = answer.value
  if (!isAsOrdered(kept, { txid, raw })) return { status: 'differs' }
  const bytes = Buffer.from(raw.replace(/^0x/, ''), 'hex')
  const { no, request, fromAddress, nonce } = planned
  const { chain, reference, holdId } = await readPayment(database, withdrawalId)
  const slot = fromAddress === null || nonce === null ? null : { address: fromAddress, nonce }
  const order = { chain, withdrawalId, reference, holdId, no, slot, request }
  await keepSigned(database, deps.keys, order, { txid, bytes })
  return { status: 'signed', count: planned.no }
}

/** What the engine says of the hold of a withdrawal; null where there is none that the signer would believe. */
async function statementOf(
  { database, engine }: SigningDeps,
  withdrawalId: number,
): Promise<StatedHold | null | 'later'> {
  const { holdId } = await readPayment(database, withdrawalId)
  if (holdId === null) return null
  const known = await engine.stateHold(holdId)
  return known.status === 'later' ? 'later' : known.statement
}

/** The votes by which the signer sees for itself that operators agreed; none where nobody had to. */
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
 * Has the signer write down that it never signs a stored transaction, since people gave it up. What it signed
 * all the same may be in a block one day: that is asked for as ever, and goes out.
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
 * Has the signer void a withdrawal and its hold before its money goes back: one that was canceled, that can never be
 * signed, or that a database which was put back knows of no transaction for (FLT-40). Whoever set the row back, the
 * signer's book says what was signed. The row alone says under which id; where no proof of its owner's request covers
 * that, nothing may have been paid from its hold under another id either.
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
  // A book that was put back to before this would sign it after all.
  await noteBook(database, book)
  const isProven = isRequested(keys, payment, payment.requestMac)
  if (!isVoid || (paidBy !== null && !isProven)) {
    return { status: 'refused', code: signedBefore, isVoid: false }
  }
  return { status: 'refused', code: 'approval.void', isVoid: true }
}

/** Behind what pays the house stands nobody's hold, and nobody's vote. */
export const treasuryStatement = { statement: null, votes: [] } as const

/** Asks, and keeps how far the signer's book is. */
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
