/**
 * The tracker: computes the rows to write from the stored chain and a view of the chain, as a pure function.
 * It does not know about credits. It tells which block has each deposit, and `deposit.ts` decides. Each block
 * is stored once, on top of its parent (ATT-83); deposits in removed blocks lose their block (ATT-80).
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

/** A deeper reorganization needs an operator. */
const checkpointsBelowTip = 1_000

/**
 * Computes the rows to write for a view; the same view again changes nothing.
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
  const stored = known.checkpoints.filter(({ height }) => height <= forkHeight)
  const tip = checkpoints.at(-1) ?? stored.at(-1)
  if (tip === undefined) return { kind: 'retry', cause: 'view_broken' }
  const finalHeight = finalOf(known, view, [...stored, ...checkpoints], tip.height)
  if (finalHeight === 'differs') return { kind: 'retry', cause: 'final_differs' }
  const floor = stored.concat(checkpoints).findLast(({ height }) => height <= (finalHeight ?? -1))
  const rest = {
    forkHeight,
    checkpoints,
    // Checkpoints below the last final one are not needed.
    forgetBelow: floor?.height ?? tip.height - checkpointsBelowTip,
    tipHeight: tip.height,
    headHeight: Math.max(view.headHeight, tip.height),
    finalHeight,
  }
  return { kind: 'write', writes: { ...rest, ...rowsOf(known, view, ranges, forkHeight) } }
}

/** Whether each range connects to the one before. */
function isLinked(ranges: readonly BlockRange[]): boolean {
  return ranges.every((range, index) => {
    const below = ranges[index - 1]
    const isWhole = range.height >= range.fromHeight
    if (below === undefined) return isWhole
    const isNext = range.fromHeight === below.height + 1
    return isWhole && isNext && range.parentHash === below.hash
  })
}

/** The ranges before the first one that lacks a receipt. */
function completeRanges(ranges: readonly BlockRange[]): readonly BlockRange[] {
  const broken = ranges.findIndex(({ sightings }) =>
    sightings.some(({ receipt }) => receipt === 'missing'),
  )
  return broken === -1 ? ranges : ranges.slice(0, broken)
}

type Base =
  | { readonly kind: 'fork'; readonly forkHeight: number }
  | Exclude<Tracked, { kind: 'write' }>

/** The height up to which the stored chain stays, or the height from which to read again. */
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
  // Twice as far back each time, to the end of a stored range.
  const backBy = Math.max(2 * (tip.height + 1 - first.fromHeight), 1)
  const next = checkpoints.findLast(({ height }) => height <= tip.height - backBy) ?? floor
  const fromHeight = Math.max(next.height, floor.height) + 1
  return { kind: 'reread', fromHeight: Math.min(fromHeight, first.fromHeight - 1) }
}

/** The last checkpoint that no reorganization may remove automatically, and the consequence if one does. */
function floorOf({ checkpoints, finalHeight }: ChainKnown, tip: Checkpoint) {
  const final = checkpoints.findLast(({ height }) => finalHeight !== null && height <= finalHeight)
  return final === undefined
    ? ({ floor: checkpoints[0] ?? tip, cause: 'deep_reorganization' } as const)
    : ({ floor: final, cause: 'final_reversed' } as const)
}

/** The final height by the chain's own mark, within the stored chain; it never decreases. */
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

/** The key of a fact. Another effect of the same transaction is another fact. */
export function keyOf(fact: Omit<TrackedRow, 'rowId' | 'block' | 'isInPool'>): string {
  const { txid, index, toAddress, contract, amount } = fact
  return `${txid} ${index} ${toAddress} ${contract ?? ''} ${amount}`
}

/** Computes the changes of rows and the new deposits. */
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

/** The rules for turning a sighting into a deposit. */
export type DepositRules = Pick<
  ChainKnown,
  'chain' | 'finality' | 'assets' | 'ownerOf' | 'isOwnMove'
>

/**
 * Converts a sighting to a deposit. Null if it is none of ours: a stranger's address, an unlisted contract
 * (ATT-75), a failed transaction (ATT-74), a zero amount, or a treasury move.
 *
 * @param sums the result of `sumsOf`, because all outputs of a transaction are reverted together
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

/** The sum of each transaction to our addresses, by contract; each sighting counts once. */
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

/** The asset of a contract, or of the coin itself; null if it is not listed. */
function assetOf(
  { chain, assets }: Pick<ChainKnown, 'chain' | 'assets'>,
  contract: string | null,
): ChainAsset | null {
  return assets.find((one) => one.chain === chain && one.contract === contract) ?? null
}
