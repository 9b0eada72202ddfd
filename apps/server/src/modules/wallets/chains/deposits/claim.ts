/**
 * Deposits that a user claims by transaction id (SRV-65). Only that transaction is looked up, where scanning
 * missed it. The claimant does not matter: a deposit belongs to the owner of the address (ATT-72).
 */
import type { ChainKnown, PlacedSighting, TrackerWrites } from '../tracking/chain-view.ts'
import { depositOf, keyOf, sumsOf } from '../tracking/tracker.ts'

export type Claimed =
  | ({ readonly kind: 'write' } & Pick<TrackerWrites, 'inserts' | 'changes'>)
  /**
   * Scanning has not reached the block, or the block may still be reorganized. Scanning will find it without
   * a claim.
   */
  | { readonly kind: 'not_yet' }
  /** The transaction pays none of our users, or it failed. */
  | { readonly kind: 'nothing' }
  /** The node does not have the whole transaction, or has it in a block other than the stored one. */
  | { readonly kind: 'retry' }

/**
 * The rows to write for the effects of one transaction.
 *
 * @param known all rows of that transaction
 * @param sightings the effects of the transaction as the node has them now; empty if it moves nothing
 */
export function claim(known: ChainKnown, sightings: readonly PlacedSighting[]): Claimed {
  if (sightings.some(({ receipt }) => receipt === 'missing')) return { kind: 'retry' }
  const sums = sumsOf(known, sightings)
  const deposits = sightings.flatMap((sighting) => {
    const deposit = depositOf(known, sighting, sums)
    return deposit === null ? [] : [{ ...deposit, block: sighting.block }]
  })
  const first = deposits[0]
  if (first === undefined) return { kind: 'nothing' }
  const status = statusOfBlock(known, first.block)
  if (status !== 'stands') return { kind: status }
  const rows = new Map(known.rows.map((row) => [keyOf(row), row]))
  const changes = deposits.flatMap((deposit) => {
    const row = rows.get(keyOf(deposit))
    if (row === undefined || row.block !== null) return []
    return [{ rowId: row.rowId, block: deposit.block, isInPool: false }]
  })
  return { kind: 'write', inserts: deposits.filter((one) => !rows.has(keyOf(one))), changes }
}

/** Whether a block is part of the stored chain: at a checkpoint, or below all blocks that may change. */
function statusOfBlock(
  { checkpoints, finalHeight }: ChainKnown,
  { height, hash }: PlacedSighting['block'],
): 'stands' | 'not_yet' | 'retry' {
  const [oldest, tip] = [checkpoints[0], checkpoints.at(-1)]
  if (oldest === undefined || tip === undefined || height > tip.height) return 'not_yet'
  const mark = checkpoints.find((one) => one.height === height)
  if (mark !== undefined) return mark.hash === hash ? 'stands' : 'retry'
  const isSettled = height < oldest.height || (finalHeight !== null && height <= finalHeight)
  return isSettled ? 'stands' : 'not_yet'
}
