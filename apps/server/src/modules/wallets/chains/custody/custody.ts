/**
 * What we hold of a currency against what we owe, over all chains: pure. What is owed and not held stops
 * what goes out of that currency alone; a reading that is too old is never taken for "nothing is missing"
 * (INV-14).
 */
import type { ChainAsset, ChainName } from '../chains.ts'
import { unitsOfChain } from '../chains.ts'

/** A reading older than this says nothing any more. */
export const readingKeptMs = 5 * 60_000

/** What was read of one chain, in its own finest unit. */
export type Reading = {
  readonly hot: bigint
  readonly unswept: bigint
  readonly readMs: number
}

/** One chain's part in a currency; units. */
export type CustodyPart = {
  readonly asset: ChainAsset
  /** Null: never read. */
  readonly reading: Reading | null
  /** What the ledger says that the chain holds: credited less what was settled. */
  readonly owed: number
  /**
   * Of the reading: came in, and stands in nobody's books yet, in the chain's own finest unit. It covers
   * nothing that is owed.
   */
  readonly uncredited: bigint
  /** Sent and not settled: it left, or may have. */
  readonly inFlight: number
}

export type CustodyFigures = {
  readonly parts: readonly CustodyPart[]
  /** Fees of withdrawals that arrived: owed by the chains, and to nobody but us. Units. */
  readonly ownFees: number
}

export type CustodyVerdictName = 'whole' | 'gap' | 'stale' | 'none'

export type Custody = {
  readonly verdict: CustodyVerdictName
  /** Units that cover what is owed; null where a part is not known, or more than can be counted. */
  readonly held: number | null
  readonly inFlight: number
  readonly liabilities: number
  /** Units that are missing; 0 where none are. */
  readonly gap: number | null
}

/**
 * Judges a currency. Parts that owe nothing may be unread: their node may never have been begun.
 *
 * @param nowMs milliseconds since 1970
 */
export function judgeCustody({ parts, ownFees }: CustodyFigures, nowMs: number): Custody {
  const inFlight = sumOf(parts, (part) => part.inFlight)
  const owed = sumOf(parts, (part) => part.owed)
  const liabilities = Math.max(0, owed - ownFees)
  if (liabilities === 0 && inFlight === 0) {
    return { verdict: 'none', held: heldOf(parts), inFlight, liabilities, gap: 0 }
  }
  const held = heldOf(parts)
  if (held === null) return { verdict: 'stale', held, inFlight, liabilities, gap: null }
  const gap = Math.max(0, liabilities - held - inFlight)
  const isOld = parts.some(({ owed: part, reading }) => part > 0 && isStale(reading, nowMs))
  if (isOld) return { verdict: 'stale', held, inFlight, liabilities, gap }
  return { verdict: gap > 0 ? 'gap' : 'whole', held, inFlight, liabilities, gap }
}

/**
 * Units of a part's reading that cover what is owed, rounded down: all of it but what was credited to nobody
 * yet. Null where there is none, or it is more than units can be.
 */
export function heldOfPart({ asset, reading, uncredited, owed }: CustodyPart): number | null {
  if (reading === null) return owed === 0 ? 0 : null
  const covering = reading.hot + reading.unswept - uncredited
  return unitsOfChain(covering > 0n ? covering : 0n, asset)
}

function heldOf(parts: readonly CustodyPart[]): number | null {
  let sum = 0
  for (const part of parts) {
    const held = heldOfPart(part)
    if (held === null) return null
    sum += held
  }
  return Number.isSafeInteger(sum) ? sum : null
}

function sumOf(parts: readonly CustodyPart[], of: (part: CustodyPart) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0)
}

/** Whether a reading says nothing any more; nor does one of after now, as the clock was set back (INV-26). */
export function isStale(reading: Reading | null, nowMs: number): boolean {
  return reading === null || Math.abs(nowMs - reading.readMs) > readingKeptMs
}

/** Whether a verdict keeps everything of its currency here. */
export function isStopping(verdict: CustodyVerdictName): boolean {
  return verdict === 'gap' || verdict === 'stale'
}

/** A simulation's reserve is filled up below a tenth of a coin, by a whole one. */
const reserveShare = 10

/**
 * The coin of which a simulation's hot wallet needs a reserve of the house's own: network fees are paid
 * from the same coins, and would else be a gap. What lacks more than that share is a gap and stays one.
 *
 * @returns null where nothing is needed, or nothing is known
 */
export function reserveNeeded(
  { parts }: Pick<CustodyFigures, 'parts'>,
  { held, inFlight, liabilities }: Custody,
): ChainAsset | null {
  const coin = parts.find(({ asset, reading }) => asset.contract === null && reading !== null)
  if (coin === undefined || held === null) return null
  const share = 10 ** coin.asset.unitDecimals / reserveShare
  return Math.abs(held + inFlight - liabilities) < share ? coin.asset : null
}

/** The parts of each currency, by its id. */
export function assetsByCurrency(
  assets: readonly ChainAsset[],
): ReadonlyMap<number, readonly ChainAsset[]> {
  const byCurrency = new Map<number, ChainAsset[]>()
  for (const asset of assets) {
    const known = byCurrency.get(asset.currencyId)
    if (known === undefined) byCurrency.set(asset.currencyId, [asset])
    else known.push(asset)
  }
  return byCurrency
}

/** What was read of a chain. */
export type ChainHoldings = {
  /** By contract, null for its own coin. */
  readonly of: ReadonlyMap<string | null, { readonly hot: bigint; readonly unswept: bigint }>
  /** When the oldest part of it was read. */
  readonly readMs: number
}

/** Reads what a chain says that we hold; null where its node does not say. */
export type HoldingsReader = (chain: ChainName) => Promise<ChainHoldings | null>
