/** The core beside nodejs-order-book: commands per second in one thread, and bytes per resting order. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { against, type Figure, toFigure, formatNumber, type Measured } from '../report.ts'
import type { PassResult } from './engine.ts'
import { generateStream, type Stream, type StreamSpec, streamSpecs } from './stream.ts'

const hostFile = path.join(import.meta.dirname, 'engine-host.js')
const memoryFile = path.join(import.meta.dirname, 'memory-host.js')
const reference = 'nodejs-order-book 10.1.1'

function startHost(engine: 'tukar' | 'npm', spec: StreamSpec): ChildProcess {
  const execArgv = ['--expose-gc', '--max-old-space-size=8192']
  return fork(hostFile, [engine, JSON.stringify(spec)], { execArgv })
}

async function runPass(host: ChildProcess): Promise<PassResult> {
  host.send({ kind: 'pass' })
  const [answer] = (await Promise.race([
    once(host, 'message'),
    once(host, 'exit').then(() => Promise.reject(new Error('an engine ended in its pass'))),
  ])) as [PassResult]
  return answer
}

/** Alternating passes: one warm-up each, then `rounds` with one pass of every engine. */
async function interleave(spec: StreamSpec, rounds: number, engines: readonly ('tukar' | 'npm')[]) {
  const hosts = engines.map((engine) => startHost(engine, spec))
  const results = engines.map((): PassResult[] => [])
  try {
    for (let round = -1; round < rounds; round++) {
      for (const [i, host] of hosts.entries()) {
        const pass = await runPass(host)
        if (round >= 0) results[i]?.push(pass)
      }
    }
  } finally {
    for (const host of hosts) if (host.connected) host.disconnect()
  }
  return results
}

function checkWork(stream: Stream, passes: readonly PassResult[], engine: string): void {
  const expected = JSON.stringify(stream.expected)
  for (const { work } of passes) {
    const { trades, volumeLots, cancelsHit, resting } = work
    const done = JSON.stringify({ trades, volumeLots, cancelsHit, resting })
    if (done !== expected)
      throw new Error(`${engine} on ${stream.spec.name}: ${done}, not ${expected}`)
  }
}

function streamNote(stream: Stream): string {
  const n = (value: number) => value.toLocaleString('en-US')
  const { expected, spec } = stream
  return (
    `${spec.name} (seed ${spec.seed}, ${n(spec.users)} users): ${n(stream.passive)} adds, ` +
    `${n(stream.cancels)} cancels (${n(expected.cancelsHit)} hit), ${n(stream.marketable)} marketable; ` +
    `${n(expected.trades)} trades, volume ${n(expected.volumeLots)}, ` +
    `${n(stream.restingAverage)} resting on average: the same in every engine that ran it.`
  )
}

const perSecond = (spec: StreamSpec, passes: readonly PassResult[]) =>
  passes.map(({ wallMs }) => (spec.commands / wallMs) * 1_000)

async function measureBeside(spec: StreamSpec, rounds: number): Promise<Measured> {
  const stream = generateStream(spec)
  const [ours = [], theirs = []] = await interleave(spec, rounds, ['tukar', 'npm'])
  checkWork(stream, ours, 'Tukar')
  checkWork(stream, theirs, reference)
  const rates = perSecond(spec, ours)
  const figure = toFigure(`Core, one thread, ${spec.name}`, 'commands/s', rates)
  const cpuShare = ours.reduce((sum, { cpuMs, wallMs }) => sum + cpuMs / wallMs, 0) / ours.length
  return {
    figures: [
      {
        ...against(figure, { what: reference, rounds: perSecond(spec, theirs) }, rates),
        floor: { of: 'ratio', atLeast: 15 },
        goal: { of: 'ratio', atLeast: 25 },
      },
    ],
    notes: [
      streamNote(stream),
      `Processor time was ${formatNumber(cpuShare)} × wall time; nodejs-order-book keeps a book only.`,
    ],
  }
}

async function measureAlone(spec: StreamSpec, rounds: number, what: string): Promise<Measured> {
  const stream = generateStream(spec)
  const [ours = []] = await interleave(spec, rounds, ['tukar'])
  checkWork(stream, ours, 'Tukar')
  const figure: Figure = {
    ...toFigure(what, 'commands/s', perSecond(spec, ours)),
    floor: { of: 'value', atLeast: 1_500_000 },
    goal: { of: 'value', atLeast: 2_500_000 },
  }
  return { figures: [figure], notes: [streamNote(stream)] }
}

/** Floors 1 and 1b: the core's commands a second. */
export async function measureCore(quick: boolean): Promise<Measured> {
  const rounds = quick ? 2 : 5
  const scale = (spec: StreamSpec): StreamSpec =>
    quick ? { ...spec, commands: 100_000, prefill: spec.prefill / 10 } : spec
  const parts = [
    await measureBeside(scale(streamSpecs.S1M), rounds),
    await measureAlone(scale(streamSpecs.S1Mdeep), rounds, 'Core, deep book'),
    await measureAlone(scale(streamSpecs.S1Musers), rounds, 'Core, 1,000,000 users at random'),
  ]
  return {
    figures: parts.flatMap(({ figures }) => figures),
    notes: [
      'Everything on: ledger, holds, three charges a side, order ids, remembered command ids, ' +
        'batches of 128 with balances and state hash. Each engine in a process of its own, warm, ' +
        'one pass each in turn.',
      ...parts.flatMap(({ notes }) => notes),
    ],
  }
}

function bytesPerOrder(engine: 'tukar' | 'npm', orders: number): number {
  const args = ['--expose-gc', '--max-old-space-size=8192', memoryFile, engine, String(orders)]
  const line = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e6 })
  return (JSON.parse(line) as { bytesPerOrder: number }).bytesPerOrder
}

/** Floor 6: memory of a resting order, all indexes and remembered ids included. */
export function measureMemory(quick: boolean): Measured {
  const rounds = Array.from({ length: quick ? 1 : 3 })
  const orders = quick ? 50_000 : 1_000_000
  const ours = rounds.map(() => bytesPerOrder('tukar', orders))
  const theirs = rounds.map(() => bytesPerOrder('npm', orders / 5))
  const figure = toFigure('Memory a resting order', 'bytes', ours)
  return {
    figures: [
      {
        ...against(figure, { what: reference, rounds: theirs }, ours),
        floor: { of: 'ratio', atMost: 0.35 },
        goal: { of: 'ratio', atMost: 0.22 },
      },
    ],
    notes: [
      `${orders.toLocaleString('en-US')} resting orders of 10,000 users (a fifth of that in ` +
        'nodejs-order-book), heap and buffers after collection, with each order’s remembered id ' +
        'and the accounts’ balances.',
    ],
  }
}
