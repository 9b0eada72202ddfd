/**
 * Follows a chain: from what is known and what a look brought to what is to be written, purely. It knows
 * nothing of credits: it says where each deposit stands in the chain now, and `deposit.ts` draws the
 * conclusions. Each block is taken in once, on its parent (ATT-83); what a reorganization took out loses
 * its place (ATT-80).
 */
import type {
  ChainKnown,
  ChainView,
  Mark,
  NewDeposit,
  Place,
  PlacedSighting,
  Sighting,
  Stretch,
  Tracked,
  TrackedRow,
  TrackerWrites,
} from './chain-view.ts'
import { type ChainAsset, neededConfirmations, unitsOfChain } from '../chains.ts'

/** No reorganization that reaches deeper is undone without a person. */
const keptBelowTip = 1_000

/**
 * What is to be written of a view; the same view again changes nothing.
 *
 * @param known read under a lock that lasts until the writes are committed
 */
export function track(known: ChainKnown, view: ChainView): Tracked {
  if (!isLinked(view.stretches)) return { kind: 'retry', cause: 'view_broken' }
  const stretches = completeStretches(view.stretches)
  if (stretches.length < view.stretches.length && stretches.length === 0) {
    return { kind: 'retry', cause: 'receipt_missing' }
  }
  const base = baseOf(known, stretches[0])
  if (base.kind !== 'fork') return base
  const { forkHeight } = base
  const marks = stretches.map(({ fromHeight, height, hash }) => ({ fromHeight, height, hash }))
  const kept = known.marks.filter(({ height }) => height <= forkHeight)
  const tip = marks.at(-1) ?? kept.at(-1)
  if (tip === undefined) return { kind: 'retry', cause: 'view_broken' }
  const finalHeight = finalOf(known, view, [...kept, ...marks], tip.height)
  if (finalHeight === 'differs') return { kind: 'retry', cause: 'final_differs' }
  const floor = kept.concat(marks).findLast(({ height }) => height <= (finalHeight ?? -1))
  const rest = {
    forkHeight,
    marks,
    // Below what is final for ever one mark is enough to stand on.
    forgetBelow: floor?.height ?? tip.height - keptBelowTip,
    tipHeight: tip.height,
    headHeight: Math.max(view.headHeight, tip.height),
    finalHeight,
  }
  return { kind: 'write', writes: { ...rest, ...rowsOf(known, view, stretches, forkHeight) } }
}

/** Whether each stretch stands on the one before. */
function isLinked(stretches: readonly Stretch[]): boolean {
  return stretches.every((stretch, place) => {
    const below = stretches[place - 1]
    const isWhole = stretch.height >= stretch.fromHeight
    if (below === undefined) return isWhole
    const isNext = stretch.fromHeight === below.height + 1
    return isWhole && isNext && stretch.parentHash === below.hash
  })
}

/** The stretches before the first that lacks a receipt. */
function completeStretches(stretches: readonly Stretch[]): readonly Stretch[] {
  const broken = stretches.findIndex(({ sightings }) =>
    sightings.some(({ receipt }) => receipt === 'missing'),
  )
  return broken === -1 ? stretches : stretches.slice(0, broken)
}

type Base =
  | { readonly kind: 'fork'; readonly forkHeight: number }
  | Exclude<Tracked, { kind: 'write' }>

/** Up to which height what is known stays; or from where to look again. */
function baseOf(known: ChainKnown, first: Stretch | undefined): Base {
  const { marks } = known
  const tip = marks.at(-1)
  if (first === undefined) return { kind: 'fork', forkHeight: tip?.height ?? -1 }
  if (tip === undefined) return { kind: 'fork', forkHeight: first.fromHeight - 1 }
  if (first.fromHeight > tip.height + 1) return { kind: 'reread', fromHeight: tip.height + 1 }
  const { floor, cause } = floorOf(known, tip)
  if (first.fromHeight <= floor.height) return { kind: 'reread', fromHeight: floor.height + 1 }
  const below = marks.find(({ height }) => height === first.fromHeight - 1)
  if (below?.hash === first.parentHash) return { kind: 'fork', forkHeight: below.height }
  if (first.fromHeight === floor.height + 1) return { kind: 'halt', cause }
  // Twice as far back each time, to the end of a stretch that is known.
  const backBy = Math.max(2 * (tip.height + 1 - first.fromHeight), 1)
  const next = marks.findLast(({ height }) => height <= tip.height - backBy) ?? floor
  const fromHeight = Math.max(next.height, floor.height) + 1
  return { kind: 'reread', fromHeight: Math.min(fromHeight, first.fromHeight - 1) }
}

/** The last stretch that nothing may take out again, and what it means if something does. */
function floorOf({ marks, finalHeight }: ChainKnown, tip: Mark) {
  const final = marks.findLast(({ height }) => finalHeight !== null && height <= finalHeight)
  return final === undefined
    ? ({ floor: marks[0] ?? tip, cause: 'deep_reorganization' } as const)
    : ({ floor: final, cause: 'final_reversed' } as const)
}

/** How far the chain's own word reaches into what was taken in; it never goes back. */
function finalOf(
  known: ChainKnown,
  { final }: ChainView,
  marks: readonly Mark[],
  tipHeight: number,
): number | null | 'differs' {
  if (final === null) return known.finalHeight
  const mark = marks.find(({ height }) => height === final.height)
  if (mark !== undefined && mark.hash !== final.hash) return 'differs'
  return Math.max(known.finalHeight ?? -1, Math.min(final.height, tipHeight))
}

/** The name of a fact: the same transaction with another effect is another one. */
export function keyOf(fact: Omit<TrackedRow, 'rowId' | 'place' | 'isInPool'>): string {
  const { txid, index, toAddress, contract, amount } = fact
  return `${txid} ${index} ${toAddress} ${contract ?? ''} ${amount}`
}

/** What becomes of the rows, and what is new. */
function rowsOf(
  known: ChainKnown,
  view: ChainView,
  stretches: readonly Stretch[],
  forkHeight: number,
): Pick<TrackerWrites, 'inserts' | 'changes'> {
  const mined = new Map<string, PlacedSighting>()
  for (const { sightings } of stretches) {
    for (const sighting of sightings) {
      if (sighting.receipt === 'ok') mined.set(keyOf(sighting), sighting)
    }
  }
  const { pool } = view
  const waiting = (pool?.sightings ?? []).map((one) => [keyOf(one), one] as const)
  const changes = known.rows.flatMap((row) => {
    const key = keyOf(row)
    const isCutOff = row.place !== null && row.place.height > forkHeight
    const place = mined.get(key)?.place ?? (isCutOff ? null : row.place)
    const isInPool = place === null && (pool === null ? row.isInPool : pool.has(row.txid))
    const isSame = isSamePlace(place, row.place) && isInPool === row.isInPool
    return isSame ? [] : [{ rowId: row.rowId, place, isInPool }]
  })
  const taken = new Set(known.rows.map(keyOf))
  const found = new Map<string, Sighting>([...waiting, ...mined])
  const sums = sumsOf(known, found.values())
  const inserts: NewDeposit[] = []
  for (const [key, sighting] of found) {
    const deposit = taken.has(key) ? null : depositOf(known, sighting, sums)
    if (deposit !== null) inserts.push({ ...deposit, place: mined.get(key)?.place ?? null })
  }
  return { inserts, changes }
}

function isSamePlace(one: Place | null, other: Place | null): boolean {
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
    place: null,
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
