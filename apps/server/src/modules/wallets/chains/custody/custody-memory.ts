/**
 * The readings and verdicts of this process. Payouts, the console and the reconciliation trust only these.
 * The rows in the database are for operators, so changing a row releases no money (INV-14, ATT-97).
 */
import type { ChainAsset } from '../chains.ts'
import type { Custody, CustodyVerdictName, Reading } from './custody.ts'
import { isStopping } from './custody.ts'

/** An older judgment is not valid: the custody watch has stopped. */
const judgmentValidMs = 5 * 60_000

/** A reading, with the tip that was stored before it: the reading covers all blocks up to there. */
export type ChainReading = Reading & { readonly tipHeight: number }

export type CustodyMemory = {
  storeReading(asset: ChainAsset, reading: ChainReading): void
  /** The last reading of a currency on a chain; null before the first. */
  readingOf(asset: ChainAsset): ChainReading | null
  /** Stores a verdict with its figures. Returns how many milliseconds it has lasted, 0 if it changed. */
  storeVerdict(currencyId: number, custody: Custody): number
  /** The last judgment of each currency, with its figures; `stale` once it is too old. */
  judgments(): ReadonlyMap<number, Custody>
  /** Why payouts of a currency are stopped now, or null. A judgment that is too old stops them too. */
  stopOf(currencyId: number): 'custody_gap' | 'custody_stale' | null
  /** The number of stopped currencies, and the time of the oldest stop. */
  stopped(): { readonly count: number; readonly oldestAt: Date | null }
}

type Judgment = {
  readonly custody: Custody
  readonly sinceMs: number
  readonly judgedMs: number
}

/**
 * Creates an empty memory: everything is stopped until it is read and judged.
 *
 * @param clock milliseconds since 1970
 */
export function createCustodyMemory(clock: () => number): CustodyMemory {
  const readings = new Map<string, ChainReading>()
  const judgments = new Map<number, Judgment>()
  // After the clock was set back, an old judgment must not look fresh (INV-26).
  const isOld = ({ judgedMs }: Judgment) => Math.abs(clock() - judgedMs) > judgmentValidMs
  const verdictOf = (judgment: Judgment): CustodyVerdictName => {
    const { verdict } = judgment.custody
    return verdict !== 'gap' && isOld(judgment) ? 'stale' : verdict
  }
  return {
    storeReading: (asset, reading) => void readings.set(keyOf(asset), reading),
    readingOf: (asset) => readings.get(keyOf(asset)) ?? null,
    storeVerdict(currencyId, custody) {
      const nowMs = clock()
      const before = judgments.get(currencyId)
      const isSame = before?.custody.verdict === custody.verdict
      const sinceMs = isSame ? before.sinceMs : nowMs
      judgments.set(currencyId, { custody, sinceMs, judgedMs: nowMs })
      return nowMs - sinceMs
    },
    judgments() {
      return new Map(
        [...judgments].map(([currencyId, judgment]) => {
          return [currencyId, { ...judgment.custody, verdict: verdictOf(judgment) }]
        }),
      )
    },
    stopOf(currencyId) {
      const judgment = judgments.get(currencyId)
      const verdict = judgment === undefined ? 'stale' : verdictOf(judgment)
      if (!isStopping(verdict)) return null
      return verdict === 'gap' ? 'custody_gap' : 'custody_stale'
    },
    stopped() {
      const all = [...judgments.values()].filter((one) => isStopping(verdictOf(one)))
      const oldestMs = Math.min(...all.map(({ sinceMs }) => sinceMs))
      return { count: all.length, oldestAt: all.length === 0 ? null : new Date(oldestMs) }
    },
  }
}

function keyOf({ chain, currencyId }: ChainAsset): string {
  return `${chain} ${currencyId}`
}
