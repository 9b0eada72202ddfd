/**
 * Orders that are acknowledged only after their commit, through HTTP with session and id: how many a
 * second as a burst and sustained, and how long each waits, beside bare Fastify with a schema and a
 * bare commit of one row (floors 2 and 4 of performance.md, R-69).
 */
import type { Client } from '@tukar/e2e/harness/http'
import { objectAt, textAt } from '@tukar/e2e/harness/http'
import { openLedger } from '@tukar/e2e/harness/ledger'
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { startServer } from '@tukar/e2e/harness/server'
import { measureBareCommits } from '../http/bare-commit.ts'
import type { LoadPlan, LoadSummary } from '../http/load-host.ts'
import { runLoad, startBare } from '../http/run-load.ts'
import {
  against,
  type Figure,
  figureOf,
  formatNumber,
  median,
  type Measured,
  percentile,
} from '../report.ts'
import { lagDuring } from './lag.ts'
import { registerCrowd } from './people.ts'

/** More people join from one address than a stranger may open accounts for, without captchas. */
const crowded = { TUKAR_SIGN_UP_BURST: '100000', TUKAR_CAPTCHA: 'none' }

export type DurableOptions = { readonly quick: boolean; readonly sustainedSeconds: number }

const connections = 64
const latencyRates = [1_000, 5_000] as const
const peopleCount = 500

type Orders = NonNullable<LoadPlan['orders']>
type Round = {
  readonly bare: LoadSummary
  readonly bareOpen: LoadSummary
  readonly commitP50Ms: number
  readonly commitP99Ms: number
  readonly burst: LoadSummary
  readonly open: readonly LoadSummary[]
}

/** The price of the last trade of BTC_IDR, in rupiah. */
export async function lastPriceOf(client: Client): Promise<number> {
  const answer = await client.call('GET', '/exchange/load-first-time', {
    query: { pair: 'BTC_IDR' },
  })
  return Number(textAt(objectAt(objectAt(answer.body, 'data'), 'market'), 'last_price'))
}

async function measureRound(
  ports: { readonly server: number; readonly bare: number },
  databaseUrl: string,
  orders: Orders,
  quick: boolean,
): Promise<Round> {
  const seconds = quick ? 2 : 5
  const bare = await runLoad({ port: ports.bare, connections, seconds })
  const burst = await runLoad({ port: ports.server, connections, seconds: quick ? 3 : 10, orders })
  const commits = await measureBareCommits(databaseUrl, quick ? 1 : 2)
  const open: LoadSummary[] = []
  for (const perSecond of latencyRates) {
    open.push(await runLoad({ port: ports.server, connections, perSecond, seconds, orders }))
  }
  const bareOpen = await runLoad({ port: ports.bare, connections, perSecond: 5_000, seconds })
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
      figureOf('Durable orders through HTTP, burst of 10 s, 64 connections', 'orders/s', rates),
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
    const figure = figureOf(
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

/** Through HTTP: burst, latency, sustained rate with the lag of the tables. */
export async function measureDurable(options: DurableOptions): Promise<Measured> {
  const { quick, sustainedSeconds } = options
  const postgres = await startPostgres()
  const server = await startServer({ databaseUrl: postgres.url, environment: crowded })
  const bare = await startBare()
  const ledger = await openLedger(postgres.url)
  try {
    const people = await registerCrowd(server.client, quick ? 50 : peopleCount)
    const tokens = people.map(({ token }) => token)
    const orders = async (seed: number) => ({
      tokens,
      lastPrice: await lastPriceOf(server.client),
      seed,
    })
    const ports = { server: server.port, bare: bare.port }
    const rounds: Round[] = []
    for (let i = 0; i < (quick ? 1 : 5); i++) {
      rounds.push(await measureRound(ports, postgres.url, await orders(i + 1), quick))
    }
    const plan = {
      port: server.port,
      connections,
      seconds: sustainedSeconds,
      orders: await orders(99),
    }
    const sustained = await lagDuring(ledger, runLoad(plan))
    const lagP99 = percentile(sustained.lagsMs, 0.99)
    const { turnedAway, refused, accepted } = sustained.result
    const broken = await ledger.brokenInvariants()
    if (broken.length > 0) throw new Error(broken.join('\n'))
    return {
      figures: [
        burstFigure(rounds),
        {
          what: `Durable orders through HTTP, sustained for ${sustainedSeconds} s`,
          value: sustained.result.perSecond,
          unit: 'orders/s',
          floor: { of: 'value', atLeast: 5_000 },
          goal: { of: 'value', atLeast: 12_000 },
        },
        {
          what: 'The tables behind the journal meanwhile, p99',
          value: lagP99,
          unit: 'ms',
          floor: { of: 'value', atMost: 50 },
        },
        ...latencyRates.flatMap((rate, i) => latencyFigures(rounds, i, rate)),
      ],
      notes: [
        'Load in a process of its own on the second core; server and PostgreSQL on both. Each order ' +
          `by one of ${tokens.length} people with session and Idempotency-Key: 12 of 20 rest, 1 ` +
          'crosses, 7 cancel. The market of the simulation runs beside it.',
        `Sustained: ${formatNumber(accepted)} accepted, ${formatNumber(refused)} refused, ` +
          `${formatNumber(turnedAway)} turned away; all checks of the books hold afterwards.`,
        `Control, bare Fastify at 5,000/s: p99 ${formatNumber(median(rounds.map(({ bareOpen }) => bareOpen.p99Ms)))} ms.`,
      ],
    }
  } finally {
    await ledger.close()
    bare.process.kill('SIGKILL')
    await server.stop()
    await postgres.stop()
  }
}
