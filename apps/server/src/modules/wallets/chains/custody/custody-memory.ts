/**
 * What this process read of the chains and judged of it. Payouts, the console and the books believe this alone: the
 * rows of it are for people who look, and nobody lets money go by changing one (INV-14, ATT-97).
 */
import type { ChainAsset } from '../chains.ts'
import type { Custody, CustodyVerdictName, Reading } from './custody.ts'
import { isStopping } from './custody.ts'

/** A judgment older than this is none: whoever judges is gone. */
const judgmentKeptMs = 5 * 60_000

/** A reading, with how far the chain was taken in before it: all up to there is part of it. */
export type ChainReading = Reading & { readonly tipHeight: number }

export type CustodyMemory = {
  keepReading(asset: ChainAsset, reading: ChainReading): void
  /** The last reading of a currency on a chain; null before there is one. */
  readingOf(asset: ChainAsset): ChainReading | null
  /** Keeps a verdict with the figures that it is about; returns for how many milliseconds it lasts, 0 where it changed. */
  keepVerdict(currencyId: number, custody: Custody): number
  /** What was last judged of each currency, with the figures of that look; `stale` once it is too old itself. */
  judgments(): ReadonlyMap<number, Custody>
  /**
   * Why nothing of a currency may go out now, or null. A judgment that is itself too old is none: "nothing is
   * missing" of an hour ago says nothing.
   */
  stopOf(currencyId: number): 'custody_gap' | 'custody_stale' | null
  /** How many currencies are stopped, and since when the first is. */
  stopped(): { readonly count: number; readonly oldestAt: Date | null }
}

type Judgment = {
  readonly custody: Custody
  readonly sinceMs: number
  readonly judgedMs: number
}

/**
 * Nothing is read or judged yet, so everything is stopped.
 *
 * @param clock milliseconds since 1970
 */
export function createCustodyMemory(clock: () => number): CustodyMemory {
  const readings = new Map<string, ChainReading>()
  const judgments = new Map<number, Judgment>()
  // After the clock was set back an old judgment is not taken for a fresh one (INV-26).
  const isOld = ({ judgedMs }: Judgment) => Math.abs(clock() - judgedMs) > judgmentKeptMs
  const verdictOf = (judgment: Judgment): CustodyVerdictName => {
    const { verdict } = judgment.custody
    return verdict !== 'gap' && isOld(judgment) ? 'stale' : verdict
  }
  return {
    keepReading: (asset, reading) => void readings.set(keyOf(asset), reading),
    readingOf: (asset) => readings.get(keyOf(asset)) ?? null,
    keepVerdict(currencyId, custody) {
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
