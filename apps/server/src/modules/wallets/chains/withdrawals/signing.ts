/**
 * Asks the signer for what was stored before, and keeps its bytes before anybody sees them (FLT-31). What
 * it refuses waits for it or for people; what can never be signed, or was given up by two of them, is voided
 * there first, so that the money is given back only where the signer wrote down that it will sign nothing.
 */
import type { SignedBytes, SignOrder } from '../../../../adapters/signer/index.ts'
import { keepSigned, type KeptTransaction } from './withdrawal-store.ts'
import type { SigningOutcome } from './withdrawal-row.ts'
import { isAsOrdered, readOrder } from './kept-order.ts'
import type { ChainOutParts } from './parts.ts'
import { bookSeen, noteBook } from './payment-store.ts'

type SigningParts = Pick<ChainOutParts, 'database' | 'signer'>

/** Nothing will ever make the signer sign these. */
const hopelessCodes = [
  'address.invalid',
  'address.own',
  'amount.invalid',
  'approval.expired',
  'approval.void',
]

/** Has a stored transaction of a withdrawal signed. */
export async function signStored(
  parts: SigningParts,
  epoch: number,
  withdrawalId: number,
  planned: Pick<KeptTransaction, 'no' | 'request'>,
): Promise<SigningOutcome> {
  const { database } = parts
  const kept = readOrder(planned.request)
  const answer = await askSigner(parts, epoch, kept.order)
  if (answer.status === 'unknown') return { status: 'unknown' }
  if (answer.status === 'refused') {
    // A higher fee that is refused leaves the payout as it is.
    if (planned.no > 1) return { ...answer, isVoid: false }
    const isHopeless = hopelessCodes.includes(answer.code)
    const isVoid = isHopeless ? await isVoided(parts, epoch, kept.order.approval.id) : false
    return isVoid === null ? { status: 'unknown' } : { ...answer, isVoid }
  }
  const { txid, raw } = answer.value
  if (!isAsOrdered(kept, { txid, raw })) return { status: 'differs' }
  const bytes = Buffer.from(raw.replace(/^0x/, ''), 'hex')
  await keepSigned(database, { withdrawalId, no: planned.no }, { txid, bytes })
  return { status: 'signed', count: planned.no }
}

/**
 * Has the signer write down that it never signs a stored transaction, since people gave it up. What it signed
 * all the same may be in a block one day: that is asked for as ever, and goes out.
 */
export async function voidStored(
  parts: SigningParts,
  epoch: number,
  withdrawalId: number,
  planned: Pick<KeptTransaction, 'no' | 'request'>,
): Promise<SigningOutcome> {
  const isVoid = await isVoided(parts, epoch, readOrder(planned.request).order.approval.id)
  if (isVoid === null) return { status: 'unknown' }
  if (isVoid) return { status: 'refused', code: 'approval.void', isVoid }
  return signStored(parts, epoch, withdrawalId, planned)
}

/**
 * Has the signer void what a database that was put back knows of no transaction for: where it signed none since
 * the backup, none is ever signed, and the money goes back. Where it did, that left, or still may (FLT-40).
 */
export async function voidRestored(
  parts: SigningParts,
  epoch: number,
  reference: string,
): Promise<SigningOutcome> {
  const isVoid = await isVoided(parts, epoch, reference)
  if (isVoid === null) return { status: 'unknown' }
  return { status: 'refused', code: isVoid ? 'approval.void' : 'signed.before', isVoid }
}

/** Asks, and keeps how far the signer's book is. */
export async function askSigner(
  { database, signer }: SigningParts,
  epoch: number,
  order: SignOrder,
): Promise<
  | { readonly status: 'done'; readonly value: SignedBytes }
  | { readonly status: 'refused'; readonly code: string }
  | { readonly status: 'unknown' }
> {
  const answer = await signer.sign(order, { epoch, bookAtLeast: await bookSeen(database) })
  if (answer.status !== 'done') return answer
  await noteBook(database, answer.value.book)
  return answer
}

/** Whether the signer will never sign what has this id; null where it does not say. */
async function isVoided(
  { database, signer }: SigningParts,
  epoch: number,
  id: string,
): Promise<boolean | null> {
  const asker = { epoch, bookAtLeast: await bookSeen(database) }
  const answer = await signer.voidId(id, asker)
  if (answer.status === 'unknown') return null
  if (answer.status === 'refused') return false
  // A book that was put back to before this would sign it after all.
  await noteBook(database, answer.value.book)
  return answer.value.isVoid
}
