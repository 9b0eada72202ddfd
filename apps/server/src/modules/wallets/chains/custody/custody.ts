/**
 * Compares the holdings and liabilities of a currency over all chains, as pure functions. A gap stops payouts
 * of that currency alone. A stale reading never counts as "nothing is missing" (INV-14).
 */
import type { ChainAsset, ChainName } from '../chains.ts'
import { unitsOfChain } from '../chains.ts'

/** An older reading is stale. */
export const readingValidMs = 5 * 60_000

/** A reading of one chain, in its own finest unit. */
export type Reading = {
  readonly hot: bigint
  readonly unswept: bigint
  readonly readMs: number
}

/** One chain's part of a currency; units. */
export type CustodyPart = {
  readonly asset: ChainAsset
  /** Null: never read. */
  readonly reading: Reading | null
  /** The liability by the ledger: credits less settled payouts. */
  readonly owed: number
  /**
   * The part of the reading that belongs to uncredited deposits, in the chain's own finest unit. It covers no
   * liability.
   */
  readonly uncredited: bigint
  /** Payouts that were sent, or may have been, and are not settled. */
  readonly inFlight: number
}

export type CustodyFigures = {
  readonly parts: readonly CustodyPart[]
  /** Fees of completed withdrawals that the chains still hold for us. Units. */
  readonly ownFees: number
}

export type CustodyVerdictName = 'whole' | 'gap' | 'stale' | 'none'

export type Custody = {
  readonly verdict: CustodyVerdictName
  /** Units that cover liabilities; null if a part is unknown or too large to count. */
  readonly held: number | null
  readonly inFlight: number
  readonly liabilities: number
  /** Missing units; 0 if none are missing. */
  readonly gap: number | null
}

/**
 * Judges a currency. A part without liabilities may be unread, because its node may never have started.
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
 * Units of a part's reading that cover liabilities, rounded down: the reading less uncredited deposits. Null
 * without a reading, or if the amount exceeds the range of units.
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

/**
 * Whether a reading is stale. A reading from the future is stale too, because the clock was set back
 * (INV-26).
 */
export function isStale(reading: Reading | null, nowMs: number): boolean {
  return reading === null || Math.abs(nowMs - reading.readMs) > readingValidMs
}

/** Whether a verdict stops payouts of its currency. */
export function isStopping(verdict: CustodyVerdictName): boolean {
  return verdict === 'gap' || verdict === 'stale'
}

/** A simulation's reserve is filled up by a whole coin when it falls below a tenth of a coin. */
const reserveShare = 10

/**
 * The coin whose reserve in the simulation's hot wallet must be topped up. Network fees are paid from the
 * same coins and would otherwise show as a gap. A larger shortfall is a gap and stays one.
 *
 * @returns null if no top-up is needed, or the figures are unknown
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

/** The assets of each currency, by its id. */
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

/** The result of reading a chain. */
export type ChainHoldings = {
  /** By contract; null for the chain's own coin. */
  readonly of: ReadonlyMap<string | null, { readonly hot: bigint; readonly unswept: bigint }>
  /** The time of the oldest part of the reading. */
  readonly readMs: number
}

/** Reads our holdings on a chain; null if its node does not answer. */
export type HoldingsReader = (chain: ChainName) => Promise<ChainHoldings | null>
