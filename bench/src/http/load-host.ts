/**
 * The load generator's process, which can have a core of its own: reads its plan as JSON from standard input,
 * runs it, prints the result as one line of JSON.
 */
import { text } from 'node:stream/consumers'
import { percentile } from '../report.ts'
import { type LoadResult, runClosed, runOpen } from './load.ts'
import { createBareWorkload, createOrdersWorkload } from './orders-workload.ts'

export type LoadPlan = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Absent: as fast as the server answers. */
  readonly perSecond?: number
  /** Absent for the bare server, which has no users. */
  readonly orders?: {
    readonly tokens: readonly string[]
    readonly lastPrice: number
    readonly seed: number
  }
}

export type LoadSummary = {
  readonly perSecond: number
  readonly accepted: number
  readonly refused: number
  readonly turnedAway: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

function summarize({
  seconds,
  accepted,
  refused,
  turnedAway,
  latenciesMs,
}: LoadResult): LoadSummary {
  return {
    perSecond: accepted / seconds,
    accepted,
    refused,
    turnedAway,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    maxMs: percentile(latenciesMs, 1),
  }
}

const plan = JSON.parse(await text(process.stdin)) as LoadPlan
const { port, connections, seconds, perSecond, orders } = plan
const workload = orders === undefined ? createBareWorkload() : createOrdersWorkload(orders)
const result =
  perSecond === undefined
    ? await runClosed(port, workload, { connections, seconds })
    : await runOpen(port, workload, { connections, perSecond, seconds })
process.stdout.write(`${JSON.stringify(summarize(result))}\n`)
process.exit(0)
