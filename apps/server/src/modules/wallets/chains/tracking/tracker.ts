/**
 * Follows a chain: from what is known and what a look brought to what is to be written, purely. It knows
 * nothing of credits: it says where each deposit stands in the chain now, and `deposit.ts` draws the
 * conclusions. Each block is taken in once, on its parent (ATT-83); what a reorganization took out loses
 * its block (ATT-80).
 */
import type {
  ChainKnown,
  ChainView,
  Checkpoint,
  NewDeposit,
  BlockRef,
  PlacedSighting,
  Sighting,
  BlockRange,
  Tracked,
  TrackedRow,
  TrackerWrites,
} from './chain-view.ts'
import { type ChainAsset, neededConfirmations, unitsOfChain } from '../chains.ts'

/** No reorganization that reaches deeper is undone without a person. */
const checkpointsBelowTip = 1_000

/**
 * What is to be written of a view; the same view again changes nothing.
 *
 * @param known read under a lock that lasts until the writes are committed
 */
export function track(known: ChainKnown, view: ChainView): Tracked {
  if (!isLinked(view.ranges)) return { kind: 'retry', cause: 'view_broken' }
  const ranges = completeRanges(view.ranges)
  if (ranges.length < view.ranges.length && ranges.length === 0) {
    return { kind: 'retry', cause: 'receipt_missing' }
  }
  const base = baseOf(known, ranges[0])
  if (base.kind !== 'fork') return base
  const { forkHeight } = base
  const checkpoints = ranges.map(({ fromHeight, height, hash }) => ({ fromHeight, height, hash }))
  const kept = known.checkpoints.filter(({ height }) => height <= forkHeight)
  const tip = checkpoints.at(-1) ?? kept.at(-1)
  if (tip === undefined) return { kind: 'retry', cause: 'view_broken' }
  const finalHeight = finalOf(known, view, [...kept, ...checkpoints], tip.height)
  if (finalHeight === 'differs') return { kind: 'retry', cause: 'final_differs' }
  const floor = kept.concat(checkpoints).findLast(({ height }) => height <= (finalHeight ?? -1))
  const rest = {
    forkHeight,
    checkpoints,
    // Below what is final for ever one mark is enough to stand on.
    forgetBelow: floor?.height ?? tip.height - checkpointsBelowTip,
    tipHeight: tip.height,
    headHeight: Math.max(view.headHeight, tip.height),
    finalHeight,
  }
  return { kind: 'write', writes: { ...rest, ...rowsOf(known, view, ranges, forkHeight) } }
}

/** Whether each stretch stands on the one before. */
function isLinked(ranges: readonly BlockRange[]): boolean {
  return ranges.every((range, index) => {
    const below = ranges[index - 1]
    const isWhole = range.height >= range.fromHeight
    if (below === undefined) return isWhole
    const isNext = range.fromHeight === below.height + 1
    return isWhole && isNext && range.parentHash === below.hash
  })
}

/** The stretches before the first that lacks a receipt. */
function completeRanges(ranges: readonly BlockRange[]): readonly BlockRange[] {
  const broken = ranges.findIndex(({ sightings }) =>
    sightings.some(({ receipt }) => receipt === 'missing'),
  )
  return broken === -1 ? ranges : ranges.slice(0, broken)
}

type Base =
  | { readonly kind: 'fork'; readonly forkHeight: number }
  | Exclude<Tracked, { kind: 'write' }>

/** Up to which height what is known stays; or from where to look again. */
function baseOf(known: ChainKnown, first: BlockRange | undefined): Base {
  const { checkpoints } = known
  const tip = checkpoints.at(-1)
  if (first === undefined) return { kind: 'fork', forkHeight: tip?.height ?? -1 }
  if (tip === undefined) return { kind: 'fork', forkHeight: first.fromHeight - 1 }
  if (first.fromHeight > tip.height + 1) return { kind: 'reread', fromHeight: tip.height + 1 }
  const { floor, cause } = floorOf(known, tip)
  if (first.fromHeight <= floor.height) return { kind: 'reread', fromHeight: floor.height + 1 }
  const below = checkpoints.find(({ height }) => height === first.fromHeight - 1)
  if (below?.hash === first.parentHash) return { kind: 'fork', forkHeight: below.height }
  if (first.fromHeight === floor.height + 1) return { kind: 'halt', cause }
  // Twice as far back each time, to the end of a stretch that is known.
  const backBy = Math.max(2 * (tip.height + 1 - first.fromHeight), 1)
  const next = checkpoints.findLast(({ height }) => height <= tip.height - backBy) ?? floor
  const fromHeight = Math.max(next.height, floor.height) + 1
  return { kind: 'reread', fromHeight: Math.min(fromHeight, first.fromHeight - 1) }
}

/** The last stretch that nothing may take out again, and what it means if something does. */
function floorOf({ checkpoints, finalHeight }: ChainKnown, tip: Checkpoint) {
  const final = checkpoints.findLast(({ height }) => finalHeight !== null && height <= finalHeight)
  return final === undefined
    ? ({ floor: checkpoints[0] ?? tip, cause: 'deep_reorganization' } as const)
    : ({ floor: final, cause: 'final_reversed' } as const)
}

/** How far the chain's own word reaches into what was taken in; it never goes back. */
function finalOf(
  known: ChainKnown,
  { final }: ChainView,
  checkpoints: readonly Checkpoint[],
  tipHeight: number,
): number | null | 'differs' {
  if (final === null) return known.finalHeight
  const mark = checkpoints.find(({ height }) => height === final.height)
  if (mark !== undefined && mark.hash !== final.hash) return 'differs'
  return Math.max(known.finalHeight ?? -1, Math.min(final.height, tipHeight))
}

/** The name of a fact: the same transaction with another effect is another one. */
export function keyOf(fact: Omit<TrackedRow, 'rowId' | 'block' | 'isInPool'>): string {
  const { txid, index, toAddress, contract, amount } = fact
  return `${txid} ${index} ${toAddress} ${contract ?? ''} ${amount}`
}

/** What becomes of the rows, and what is new. */
function rowsOf(
  known: ChainKnown,
  view: ChainView,
  ranges: readonly BlockRange[],
  forkHeight: number,
): Pick<TrackerWrites, 'inserts' | 'changes'> {
  const mined = new Map<string, PlacedSighting>()
  for (const { sightings } of ranges) {
    for (const sighting of sightings) {
      if (sighting.receipt === 'ok') mined.set(keyOf(sighting), sighting)
    }
  }
  const { pool } = view
  const waiting = (pool?.sightings ?? []).map((one) => [keyOf(one), one] as const)
  const changes = known.rows.flatMap((row) => {
    const key = keyOf(row)
    const isCutOff = row.block !== null && row.block.height > forkHeight
    const block = mined.get(key)?.block ?? (isCutOff ? null : row.block)
    const isInPool = block === null && (pool === null ? row.isInPool : pool.has(row.txid))
    const isSame = isSameBlock(block, row.block) && isInPool === row.isInPool
    return isSame ? [] : [{ rowId: row.rowId, block, isInPool }]
  })
  const taken = new Set(known.rows.map(keyOf))
  const found = new Map<string, Sighting>([...waiting, ...mined])
  const sums = sumsOf(known, found.values())
  const inserts: NewDeposit[] = []
  for (const [key, sighting] of found) {
    const deposit = taken.has(key) ? null : depositOf(known, sighting, sums)
    if (deposit !== null) inserts.push({ ...deposit, block: mined.get(key)?.block ?? null })
  }
  return { inserts, changes }
}

function isSameBlock(one: BlockRef | null, other: BlockRef | null): boolean {
  return one?.height === other?.height && one?.hash === other?.hash
}

/** What a sighting is judged by. */
export type DepositRules = Pick<
  ChainKnown,
  'chain' | 'finality' | 'assets' | 'ownerOf' | 'isOwnMove'
>

/**
 * A sighting as a deposit; null where it is none of ours: a stranger's address, a contract that is not
 * listed (ATT-75), a transaction that failed (ATT-74), nothing, or our own money on its way.
 *
 * @param sums of `sumsOf`: outputs of one transaction are only as sure as their sum
 */
export function depositOf(
  known: DepositRules,
  sighting: Sighting,
  sums: ReadonlyMap<string, bigint>,
): NewDeposit | null {
  const { txid, contract, amount, isCoinbase } = sighting
  if (sighting.receipt !== 'ok' || amount <= 0n || known.isOwnMove(txid)) return null
  const userId = known.ownerOf(sighting.toAddress)
  const asset = assetOf(known, contract)
  if (userId === null || asset === null) return null
  const sum = sums.get(sumKeyOf(sighting)) ?? amount
  return {
    ...sighting,
    chain: known.chain,
    userId,
    currencyId: asset.currencyId,
    units: unitsOfChain(amount, asset),
    needed: neededConfirmations(known.finality, sum, isCoinbase),
    block: null,
  }
}

/** What each transaction brings to addresses of ours in all, by contract; each sighting once. */
export function sumsOf(
  { ownerOf }: Pick<ChainKnown, 'ownerOf'>,
  sightings: Iterable<Sighting>,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const sighting of sightings) {
    if (sighting.receipt !== 'ok' || ownerOf(sighting.toAddress) === null) continue
    const key = sumKeyOf(sighting)
    sums.set(key, (sums.get(key) ?? 0n) + sighting.amount)
  }
  return sums
}

function sumKeyOf({ txid, contract }: Sighting): string {
  return `${txid} ${contract ?? ''}`
}

/** The rules of what a contract, or the coin itself, brings; null where it is not listed. */
function assetOf(
  { chain, assets }: Pick<ChainKnown, 'chain' | 'assets'>,
  contract: string | null,
): ChainAsset | null {
  return assets.find((one) => one.chain === chain && one.contract === contract) ?? null
}
