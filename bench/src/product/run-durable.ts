/**
 * Durably acknowledged orders over HTTP with session and id: how many per second as a burst and sustained,
 * and the latency of each, beside bare Fastify with a schema and a bare commit of one row (floors 2 and 4 of
 * performance.md, R-69).
 */
import { openLedger } from '@tukar/e2e/harness/ledger'
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { startServer } from '@tukar/e2e/harness/server'
import { measureBareCommits } from '../http/bare-commit.ts'
import type { LoadPlan, LoadSummary } from '../http/load-host.ts'
import { keepOnFirstCore, runLoad, startBare } from '../http/run-load.ts'
import {
  against,
  type Figure,
  toFigure,
  formatNumber,
  median,
  type Measured,
  percentile,
} from '../report.ts'
import { lagDuring } from './lag.ts'
import { readLastPrice } from './last-price.ts'
import { cancelAll, registerCrowd } from './people.ts'

/** More accounts from one address than normally allowed, without captchas. */
const crowded = { TUKAR_SIGN_UP_BURST: '100000', TUKAR_CAPTCHA: 'none' }

export type DurableOptions = { readonly quick: boolean; readonly sustainedSeconds: number }

const connections = 64
/** Long enough that both servers run as compiled code. */
const warmUpSeconds = 5
const latencyRates = [1_000, 5_000] as const
/**
 * Tried from the goal down to the floor; the first that is sustained with a small lag of the tables counts.
 */
const sustainedRates = [12_000, 9_000, 7_500, 6_000, 5_250] as const
const tableLagMaxMs = 50
/** The required share of accepted requests; the rest may be refused for business reasons. */
const sustainedShare = 0.95
/** How long a rate is tried before it runs for the whole time. */
const trySeconds = 20
/** Enough people that their limits, 50 requests a second each, do not bound the total. */
const peopleCount = 1_000
const quickPeopleCount = 400

type Round = {
  readonly bare: LoadSummary
  readonly bareOpen: LoadSummary
  readonly commitP50Ms: number
  readonly commitP99Ms: number
  readonly burst: LoadSummary
  readonly open: readonly LoadSummary[]
}

type Rig = {
  /** Runs a load of orders, and cancels them afterwards. */
  readonly runOrders: (plan: Pick<LoadPlan, 'seconds' | 'perSecond'>) => Promise<LoadSummary>
  readonly barePort: number
  readonly databaseUrl: string
}

async function measureRound(rig: Rig, quick: boolean): Promise<Round> {
  const seconds = quick ? 2 : 5
  const bare = await runLoad({ port: rig.barePort, connections, seconds })
  const burst = await rig.runOrders({ seconds: quick ? 3 : 10 })
  const commits = await measureBareCommits(rig.databaseUrl, quick ? 1 : 2)
  const open: LoadSummary[] = []
  for (const perSecond of latencyRates) open.push(await rig.runOrders({ perSecond, seconds }))
  const bareOpen = await runLoad({ port: rig.barePort, connections, perSecond: 5_000, seconds })
  return {
    bare,
    bareOpen,
    commitP50Ms: percentile(commits, 0.5),
    commitP99Ms: percentile(commits, 0.99),
    burst,
    open,
  }
}

function burstFigure(rounds: readonly Round[]): Figure {
  const rates = rounds.map(({ burst }) => burst.perSecond)
  return {
    ...against(
      toFigure('Durable orders through HTTP, burst of 10 s, 64 connections', 'orders/s', rates),
      { what: 'bare Fastify with a schema', rounds: rounds.map(({ bare }) => bare.perSecond) },
      rates,
    ),
    floor: { of: 'ratio', atLeast: 0.6 },
    goal: { of: 'ratio', atLeast: 0.8 },
  }
}

function latencyFigures(rounds: readonly Round[], at: number, perSecond: number): Figure[] {
  const figures = (['p50Ms', 'p99Ms'] as const).map((key) => {
    const values = rounds.map(({ open }) => open[at]?.[key] ?? Number.NaN)
    const commits = rounds.map(({ commitP50Ms, commitP99Ms }) =>
      key === 'p50Ms' ? commitP50Ms : commitP99Ms,
    )
    const name = key === 'p50Ms' ? 'p50' : 'p99'
    const figure = toFigure(
      `Acknowledgement at ${formatNumber(perSecond)}/s through HTTP, ${name}`,
      'ms',
      values,
    )
    return against(figure, { what: `bare commit of one row, ${name}`, rounds: commits }, values)
  })
  const [p50, p99] = figures
  if (p50 === undefined || p99 === undefined || perSecond !== 5_000) return figures
  const control = median(rounds.map(({ bareOpen }) => bareOpen.p99Ms))
  return [
    { ...p50, floor: { of: 'ratio', atMost: 4 }, goal: { of: 'ratio', atMost: 2.5 } },
    {
      ...p99,
      floor: { of: 'value', atMost: control + 10 },
      goal: { of: 'value', atMost: control + 5 },
    },
  ]
}

type Sustained = {
  readonly offered: number
  readonly result: LoadSummary
  readonly lagP99Ms: number
}
type RunAt = (perSecond: number, seconds: number) => Promise<Sustained>

/** The highest rate with a small lag of the tables, for this long. */
async function sustain(runAt: RunAt, seconds: number): Promise<Sustained> {
  const lowest = sustainedRates[sustainedRates.length - 1] ?? 0
  for (const rate of sustainedRates) {
    const tried = await runAt(rate, Math.min(trySeconds, seconds))
    const isSustained = tried.result.perSecond > sustainedShare * rate
    const holds = isSustained && tried.lagP99Ms < tableLagMaxMs && tried.result.turnedAway === 0
    if (!holds && rate !== lowest) continue
    const whole = await runAt(rate, seconds)
    if (whole.lagP99Ms < tableLagMaxMs || rate === lowest) return whole
  }
  throw new Error('no rate was tried')
}

function sustainedFigures({ result, lagP99Ms }: Sustained, seconds: number): Figure[] {
  return [
    {
      what: `Durable orders through HTTP, sustained for ${seconds} s`,
      value: result.perSecond,
      unit: 'orders/s',
      floor: { of: 'value', atLeast: 5_000 },
      goal: { of: 'value', atLeast: 12_000 },
    },
    {
      what: 'The tables behind the journal meanwhile, p99',
      value: lagP99Ms,
      unit: 'ms',
      floor: { of: 'value', atMost: tableLagMaxMs },
    },
  ]
}

function notesOf(people: number, sustained: Sustained, rounds: readonly Round[]): string[] {
  const { offered, result } = sustained
  const { accepted, refused, turnedAway } = result
  const control = median(rounds.map(({ bareOpen }) => bareOpen.p99Ms))
  return [
    'Load in a process of its own on the second core, the thread that answers on the first, for both ' +
      `servers; the engine and PostgreSQL on both. Each order by one of ${people} people with session ` +
      'and Idempotency-Key: 12 of 20 rest, 1 crosses, 7 cancel; what is open after a load is taken ' +
      'back. The market of the simulation runs beside it.',
    `Sustained: ${formatNumber(offered)} orders a second were sent, the first of ` +
      `${sustainedRates.map(formatNumber).join('; ')} that was kept up for ${trySeconds} ` +
      `seconds with the tables less than ${tableLagMaxMs} ms behind at p99, or the last; ` +
      `${formatNumber(accepted)} accepted, ${formatNumber(refused)} refused, ` +
      `${formatNumber(turnedAway)} turned away; all checks of the books hold afterwards.`,
    `Control, bare Fastify at 5,000/s: p99 ${formatNumber(control)} ms.`,
  ]
}

/** Through HTTP: burst, latency, sustained rate with the lag of the tables. */
export async function measureDurable(options: DurableOptions): Promise<Measured> {
  const { quick, sustainedSeconds } = options
  const postgres = await startPostgres()
  const server = await startServer({ databaseUrl: postgres.url, environment: crowded })
  keepOnFirstCore(server.process.pid)
  const bare = await startBare()
  const ledger = await openLedger(postgres.url)
  try {
    const people = await registerCrowd(server.client, quick ? quickPeopleCount : peopleCount)
    const tokens = people.map(({ token }) => token)
    let seed = 0
    const load: Rig['runOrders'] = async (plan) => {
      const lastPrice = await readLastPrice(server.client)
      const orders = { tokens, lastPrice, seed: ++seed }
      return runLoad({ ...plan, port: server.port, connections, orders })
    }
    const runOrders: Rig['runOrders'] = async (plan) => {
      const summary = await load(plan)
      await cancelAll(server.client, tokens)
      return summary
    }
    await runOrders({ seconds: warmUpSeconds })
    const rig = { runOrders, barePort: bare.port, databaseUrl: postgres.url }
    const rounds: Round[] = []
    for (let i = 0; i < (quick ? 1 : 5); i++) rounds.push(await measureRound(rig, quick))
    const runAt: RunAt = async (perSecond, seconds) => {
      const { result, lagsMs } = await lagDuring(ledger, load({ perSecond, seconds }))
      await cancelAll(server.client, tokens)
      return { offered: perSecond, result, lagP99Ms: percentile(lagsMs, 0.99) }
    }
    const sustained = await sustain(runAt, sustainedSeconds)
    const broken = await ledger.brokenInvariants()
    if (broken.length > 0) throw new Error(broken.join('\n'))
    return {
      figures: [
        burstFigure(rounds),
        ...sustainedFigures(sustained, sustainedSeconds),
        ...latencyRates.flatMap((rate, i) => latencyFigures(rounds, i, rate)),
      ],
      notes: notesOf(tokens.length, sustained, rounds),
    }
  } finally {
    await ledger.close()
    bare.process.kill('SIGKILL')
    await server.stop()
    await postgres.stop()
  }
}
