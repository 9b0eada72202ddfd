/**
 * The simulation: drawn commands go to the core and to the oracle. After each batch (usually of one command)
 * the changes are compared; every thousand commands, everything. Every few thousand, the core is restored
 * from its own state and must continue as if nothing had happened (INV-17).
 */
import {
  type BalanceChange,
  type CoreEvent,
  type CoreState,
  createExchange,
  type Envelope,
  type Exchange,
  type ExchangeOptions,
  restoreExchange,
  type StateHash,
} from '../index.ts'
import { compareAll, compareBatch } from './compare.ts'
import { findDifference } from './difference.ts'
import { drawCommand } from './draw-command.ts'
import { createSender } from './draw-id.ts'
import { createOracle, type Oracle } from './oracle.ts'
import { createRandom, type Random } from './random.ts'
import { dayMs, seedCommands, startTimeMs } from './universe.ts'

const rememberedMax = 500
const allEvery = 1_000
const restoreEvery = 4_000
/** So few that the core's memory grows repeatedly while commands run. */
const firstInts = 16
/** After a restart the old exchange runs beside the restored one for this many commands. */
const besideCommands = 200

/** Creates the exchanges: the core's own way, or one with a planted fault. */
export type Making = {
  readonly create: (options: ExchangeOptions) => Exchange
  readonly restore: (state: CoreState, options: ExchangeOptions) => Exchange
}

export type SimulationResult = {
  readonly seed: number
  /** Commands drawn, those included that were sent again. */
  readonly commands: number
  /** How often each kind of event and each refusal occurred. */
  readonly counts: ReadonlyMap<string, number>
  readonly hash: StateHash
  /** The first thing that was wrong and the number of the command after which it was seen. */
  readonly failure: { readonly command: number; readonly what: string } | null
}

class Disagreement extends Error {}

function insist(difference: string | null): void {
  if (difference !== null) throw new Disagreement(difference)
}

type Run = {
  readonly random: Random
  readonly oracle: Oracle
  readonly counts: Map<string, number>
  readonly making: Making
  exchange: Exchange
  /** The exchange as it was before the last restart, until it is let go. */
  beside: Exchange | null
  besideUntil: number
  timeMs: number
  done: number
}

/**
 * Runs a simulation to its end or to the first difference.
 *
 * @param seed determines everything that is drawn
 * @param commands how many are drawn; a shorter run is the beginning of a longer one
 */
export function simulate(
  seed: number,
  commands: number,
  making: Making = { create: createExchange, restore: restoreExchange },
): SimulationResult {
  const run = beginRun(seed, making)
  let failure: SimulationResult['failure'] = null
  try {
    runCommands(run, commands)
  } catch (error) {
    const what = error instanceof Disagreement ? error.message : String(error)
    failure = { command: run.done, what }
  }
  const hash: StateHash = failure === null ? run.exchange.hash() : [0, 0]
  return { seed, commands: run.done, counts: run.counts, hash, failure }
}

function beginRun(seed: number, making: Making): Run {
  return {
    random: createRandom(seed),
    oracle: createOracle(rememberedMax),
    counts: new Map(),
    making,
    exchange: making.create({ rememberedMax, salt: seed, firstInts }),
    beside: null,
    besideUntil: 0,
    timeMs: startTimeMs,
    done: 0,
  }
}

function runCommands(run: Run, commands: number): void {
  const { random, oracle } = run
  const seeds = seedCommands(random).toReversed()
  const send = createSender(random)
  const next = (): Envelope => {
    const seed = seeds.pop()
    if (seed !== undefined) return { command: seed, id: null }
    return send(() => drawCommand(random, oracle.model))
  }
  let allAt = allEvery
  let restoreAt = restoreEvery
  while (run.done < commands) {
    const length = random.chance(0.9) ? 1 : random.between(2, 20)
    runBatch(run, next, Math.min(length, commands - run.done))
    if (run.done >= allAt || run.done === commands) {
      insist(compareAll(run.exchange, oracle))
      allAt += allEvery
    }
    if (run.done >= restoreAt) {
      restart(run)
      restoreAt += restoreEvery
    }
  }
}

/** Time mostly advances in small steps. Now and then it jumps over a charge's date, or runs back. */
function drawTime(run: Run): number {
  const { random } = run
  if (random.chance(0.01)) return run.timeMs - random.below(dayMs)
  run.timeMs += random.chance(0.0005) ? random.below(20 * dayMs) : random.below(50)
  return run.timeMs
}

function runBatch(run: Run, next: () => Envelope, length: number): void {
  const { oracle } = run
  if (run.done >= run.besideUntil) run.beside = null
  const timeMs = drawTime(run)
  const marketIds = new Set<number>()
  run.exchange.beginBatch(timeMs)
  run.beside?.beginBatch(timeMs)
  oracle.beginBatch(timeMs)
  for (let at = 0; at < length; at++) {
    run.done += 1
    for (const event of applyEverywhere(run, next())) {
      if ('marketId' in event && event.marketId !== null) marketIds.add(event.marketId)
    }
  }
  const { balances, hash } = run.exchange.endBatch()
  insist(compareBatch(run.exchange, oracle, balances, marketIds))
  if (run.beside !== null) insist(compareBeside(run.beside, balances, hash))
}

function compareBeside(
  beside: Exchange,
  balances: readonly BalanceChange[],
  hash: StateHash,
): string | null {
  return findDifference({ balances, hash }, beside.endBatch(), 'restored')
}

/** Applies a command to all exchanges unless its id is remembered; its events. */
function applyEverywhere(run: Run, envelope: Envelope): readonly CoreEvent[] {
  const { exchange, beside, oracle } = run
  const { command, id } = envelope
  if (id !== null) {
    const known = exchange.recall(id)
    insist(findDifference(known, oracle.recall(id), 'recall'))
    if (known !== null) {
      count(run, 'repeated id')
      return []
    }
  }
  const applied = exchange.apply(envelope)
  const expected = oracle.apply(command, id)
  const difference = findDifference(applied, { seq: oracle.seq(), events: expected }, command.kind)
  if (difference !== null) insist(`${difference} in ${JSON.stringify(command)}`)
  if (beside !== null) insist(findDifference(applied, beside.apply(envelope), 'restored'))
  for (const event of applied.events) count(run, nameOfEvent(event))
  return applied.events
}

function nameOfEvent(event: CoreEvent): string {
  if (event.kind === 'refused') return event.code
  if (event.kind === 'transferred' && event.suspended) return 'transferred to suspense'
  if (event.kind === 'transferred' && event.toBucket === 'claim') return 'claim covered'
  if (event.kind === 'transferred' && event.fromBucket === 'claim') return 'claim made'
  return event.kind === 'order_closed' ? `order_closed ${event.reason}` : event.kind
}

function count(run: Run, name: string): void {
  run.counts.set(name, (run.counts.get(name) ?? 0) + 1)
}

/** Continues with an exchange restored from the rows of this one; both must agree from here on. */
function restart(run: Run): void {
  const restored = run.making.restore(run.exchange.state(), {
    rememberedMax,
    salt: run.done,
    firstInts,
  })
  insist(findDifference(restored.hash(), run.exchange.hash(), 'hash after a restart'))
  run.beside = run.exchange
  run.besideUntil = run.done + besideCommands
  run.exchange = restored
}
