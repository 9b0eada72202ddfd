/**
 * Deposits that somebody names by their transaction (SRV-65): found by a look at that transaction alone,
 * where scanning missed them. Who names it plays no part: what is found belongs to the owner of the
 * address (ATT-72).
 */
import type { ChainKnown, PlacedSighting, TrackerWrites } from '../tracking/chain-view.ts'
import { depositOf, keyOf, sumsOf } from '../tracking/tracker.ts'

export type Claimed =
  | ({ readonly kind: 'write' } & Pick<TrackerWrites, 'inserts' | 'changes'>)
  /** Scanning has not come so far, or the block may still go: it is found without a claim. */
  | { readonly kind: 'not_yet' }
  /** Nothing of it is ours, or it failed. */
  | { readonly kind: 'nothing' }
  /** The node does not have it whole, or has it elsewhere than what was taken in. */
  | { readonly kind: 'retry' }

/**
 * What is to be written for the effects of one transaction.
 *
 * @param known its rows: all of that transaction
 * @param sightings what the node says of the transaction now; empty: it moves nothing
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

/** Whether a block is part of what was taken in: named by its mark, or below all that may change. */
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
