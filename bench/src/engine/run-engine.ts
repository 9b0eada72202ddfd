/**
 * The engine without HTTP: durable commands per second as a burst and sustained with the lag of the tables,
 * the latency of an acknowledgement, the journal's writer alone, and the speed of a replay (floors 4, 5, 9
 * and R-69).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openLedger } from '@tukar/e2e/harness/ledger'
import { measureBareCommits } from '../http/bare-commit.ts'
import type { LoadResult } from '../http/load.ts'
import { lagDuring } from '../product/lag.ts'
import type { DurableOptions } from '../product/run-durable.ts'
import {
  against,
  type Figure,
  toFigure,
  formatNumber,
  type Measured,
  percentile,
} from '../report.ts'
import { type LoadedEngine, openLoadedEngine } from './loaded-engine.ts'
import { measureJournal } from './journal.ts'

const window = 1_024
const latencyRates = [1_000, 5_000] as const
/** The goal of R-69: the sustained rate with a small lag of the tables. */
const sustainedPerSecond = 12_000
const restMs = 1_000

type Round = {
  readonly burst: LoadResult
  readonly drips: readonly LoadResult[]
  readonly commitsMs: readonly number[]
}

async function measureRound(loaded: LoadedEngine, quick: boolean): Promise<Round> {
  const burst = await loaded.flood(window, quick ? 2 : 10)
  await wait(restMs)
  const commitsMs = await measureBareCommits(loaded.databaseUrl, quick ? 1 : 2)
  const drips: LoadResult[] = []
  for (const perSecond of latencyRates) drips.push(await loaded.drip(perSecond, quick ? 2 : 5))
  return { burst, drips, commitsMs }
}

function latencyFigures(rounds: readonly Round[], at: number, perSecond: number): Figure[] {
  return ([0.5, 0.99] as const).map((share) => {
    const name = share === 0.5 ? 'p50' : 'p99'
    const values = rounds.map(({ drips }) => percentile(drips[at]?.latenciesMs ?? [], share))
    const commits = rounds.map(({ commitsMs }) => percentile(commitsMs, share))
    const figure = toFigure(
      `Acknowledgement at the door, ${formatNumber(perSecond)}/s, ${name}`,
      'ms',
      values,
    )
    return against(figure, { what: `bare commit of one row, ${name}`, rounds: commits }, values)
  })
}

/** All figures of the engine. */
export async function measureEngine({
  quick,
  sustainedSeconds,
}: DurableOptions): Promise<Measured> {
  const loaded = await openLoadedEngine()
  const ledger = await openLedger(loaded.databaseUrl)
  try {
    const rounds: Round[] = []
    for (let i = 0; i < (quick ? 1 : 5); i++) rounds.push(await measureRound(loaded, quick))
    const flooded = await lagDuring(ledger, loaded.flood(window, sustainedSeconds))
    await wait(restMs)
    const sustained = await lagDuring(ledger, loaded.drip(sustainedPerSecond, sustainedSeconds))
    await wait(restMs)
    const broken = await ledger.brokenInvariants()
    if (broken.length > 0) throw new Error(broken.join('\n'))
    const rate = ({ accepted, refused, seconds }: LoadResult) => (accepted + refused) / seconds
    const journal = await measureJournal(quick)
    return {
      figures: [
        toFigure(
          'Durable commands at the door, burst of 10 s',
          'commands/s',
          rounds.map(({ burst }) => rate(burst)),
        ),
        {
          what: `Durable commands at the door, flooded for ${sustainedSeconds} s`,
          value: rate(flooded.result),
          unit: 'commands/s',
        },
        {
          what: 'The tables behind the journal under the flood, p99',
          value: percentile(flooded.lagsMs, 0.99),
          unit: 'ms',
        },
        {
          what: `Durable commands at the door, ${formatNumber(sustainedPerSecond)}/s for ${sustainedSeconds} s`,
          value: rate(sustained.result),
          unit: 'commands/s',
          floor: { of: 'value', atLeast: 5_000 },
          goal: { of: 'value', atLeast: 12_000 },
        },
        {
          what: 'The tables behind the journal at that rate, p99',
          value: percentile(sustained.lagsMs, 0.99),
          unit: 'ms',
          floor: { of: 'value', atMost: 50 },
        },
        ...latencyRates.flatMap((perSecond, i) => latencyFigures(rounds, i, perSecond)),
        ...journal.figures,
      ],
      notes: [
        `Engine worker, PostgreSQL and the sender share the machine; ${formatNumber(window)} commands ` +
          'are under way at a time, rows of S1M by 2,000 users, each under an id of its own.',
        `Turned away by backpressure: ${formatNumber(flooded.result.turnedAway)} of the flood, ` +
          `${formatNumber(sustained.result.turnedAway)} at the steady rate; all checks of the books ` +
          'hold afterwards.',
        ...journal.notes,
      ],
    }
  } finally {
    await ledger.close()
    await loaded.close()
  }
}
