/** The engine as the rest of the server uses it, with the benchmark's stream as its input. */
import type { Command, CommandId } from '@tukar/core'
import { migrate } from '@tukar/server/database/migrate'
import { type Engine, type Outcome, startEngine } from '@tukar/server/engine'
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { commandKinds, generateStream, streamSpecs } from '../core/stream.ts'
import { commandId, toOrder, seedCommands } from '../core/tukar-engine.ts'
import type { LoadResult } from '../http/load.ts'

export type LoadedEngine = {
  readonly engine: Engine
  readonly databaseUrl: string
  /** Keeps this many commands in flight for this long. */
  flood(window: number, seconds: number): Promise<LoadResult>
  /** Sends this many commands a second; latencies count from when each was due. */
  drip(perSecond: number, seconds: number): Promise<LoadResult>
  close(): Promise<void>
}

const secret = Buffer.from('a secret of the engine, for the bench')
const users = 2_000
const streamCommands = 4_000_000

/** Starts a database and an engine on it in which every user has funds. */
export async function openLoadedEngine(): Promise<LoadedEngine> {
  const postgres = await startPostgres()
  await migrate(postgres.url)
  const engine = await startEngine({
    databaseUrl: postgres.url,
    secret,
    seeds: seedCommands(users),
  })
  const next = commandSource()
  return {
    engine,
    databaseUrl: postgres.url,
    flood: (window, seconds) => flood(engine, next, window, seconds),
    drip: (perSecond, seconds) => drip(engine, next, perSecond, seconds),
    async close() {
      await engine.stop()
      await postgres.stop()
    },
  }
}

type Source = () => {
  readonly command: Command
  readonly id: CommandId
  readonly done: (outcome: Outcome) => void
}

/** Rows of the stream one after another; a cancel names the order that the engine answered. */
function commandSource(): Source {
  const stream = generateStream({ ...streamSpecs.S1M, users, commands: streamCommands })
  const orderIds = new Float64Array(stream.length)
  let row = 0
  return () => {
    const at = row++ % stream.length
    const isCancel = stream.kind[at] === commandKinds.cancel
    const command = toOrder(stream, at, orderIds[stream.target[at] ?? 0] ?? 0)
    return {
      command,
      id: commandId(command, row, Date.now()),
      done: (outcome) => {
        if (isCancel || outcome.status !== 'accepted') return
        const [first] = outcome.events
        if (first?.kind === 'order_accepted') orderIds[at] = first.orderId
      },
    }
  }
}

type Tally = { accepted: number; refused: number; turnedAway: number; latenciesMs: number[] }

async function sendOne(engine: Engine, next: Source, tally: Tally, dueAt: number): Promise<void> {
  const { command, id, done } = next()
  const outcome = await engine.submit(command, id)
  done(outcome)
  tally.latenciesMs.push(performance.now() - dueAt)
  if (outcome.status === 'accepted') tally.accepted++
  else if (outcome.status === 'refused') tally.refused++
  else tally.turnedAway++
}

async function flood(
  engine: Engine,
  next: Source,
  window: number,
  seconds: number,
): Promise<LoadResult> {
  const tally: Tally = { accepted: 0, refused: 0, turnedAway: 0, latenciesMs: [] }
  const begin = performance.now()
  const end = begin + seconds * 1_000
  const lane = async () => {
    for (let now = begin; now < end; now = performance.now())
      await sendOne(engine, next, tally, now)
  }
  await Promise.all(Array.from({ length: window }, lane))
  return { seconds: (performance.now() - begin) / 1_000, ...tally }
}

async function drip(
  engine: Engine,
  next: Source,
  perSecond: number,
  seconds: number,
): Promise<LoadResult> {
  const tally: Tally = { accepted: 0, refused: 0, turnedAway: 0, latenciesMs: [] }
  const begin = performance.now()
  const total = Math.round(perSecond * seconds)
  const sent: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const tick = () => {
      const until = Math.min(total, ((performance.now() - begin) * perSecond) / 1_000)
      while (sent.length < until) {
        sent.push(sendOne(engine, next, tally, begin + (sent.length * 1_000) / perSecond))
      }
      if (sent.length < total) setImmediate(tick)
      else resolve()
    }
    tick()
  })
  await Promise.all(sent)
  return { seconds: (performance.now() - begin) / 1_000, ...tally }
}
