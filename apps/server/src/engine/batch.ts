/**
 * A batch: what the core makes of the commands that wait, and the journal row it becomes. Nothing here
 * is told to anybody; that begins when the row is committed.
 */
import {
  type BalanceChange,
  type CommandId,
  type CoreEvent,
  type Exchange,
  rulesVersion,
  type StateHash,
} from '@tukar/core'
import { BootRefused, checkRules } from './boot-checks.ts'
import {
  CodecError,
  decodeEvents,
  encodeTape,
  type EventsBlock,
  joinCommands,
  type Submission,
} from './codec/index.ts'
import { mayBeForgotten } from './command-ids.ts'
import { commandsOf, hashText, type JournalRow, sameHash } from './journal.ts'

/** A batch that was applied: all that the journal, the tables and the listeners are made from. */
export type AppliedBatch = {
  readonly row: number
  readonly epoch: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly timeMs: number
  readonly hash: StateHash
  readonly forgottenAt: number
  readonly commands: readonly {
    readonly seq: number
    readonly id: CommandId | null
    readonly events: readonly CoreEvent[]
  }[]
  readonly balances: readonly BalanceChange[]
  readonly events: EventsBlock
}

/** A command on its way through the engine. */
export type Pending = Submission & {
  /** It was in a batch that broke the core: it is applied alone. */
  isSuspect: boolean
  /** The tables were asked for its id, and do not know it. */
  isLookedUp: boolean
}

export type Sorted = {
  /** What was applied; null if nothing was. */
  readonly batch: AppliedBatch | null
  readonly fresh: readonly Pending[]
  /** Commands whose id is remembered: they get its answer once the batch is committed. */
  readonly repeats: readonly Pending[]
  /** Commands whose id may have been forgotten: the tables are asked. */
  readonly doubtful: readonly Pending[]
}

/** The core threw while applying a batch: its state is not to be trusted any more. */
export class CommandBroke extends Error {
  override readonly name = 'CommandBroke'
}

export type BatchPlace = { readonly row: number; readonly epoch: number; readonly timeMs: number }

/**
 * Applies what waits as one batch, each id once.
 *
 * @throws CommandBroke whatever the core throws; the exchange must not be used again
 */
export function applyWaiting(
  exchange: Exchange,
  waiting: readonly Pending[],
  place: BatchPlace,
): Sorted {
  try {
    return sortAndApply(exchange, waiting, place)
  } catch (error) {
    throw new CommandBroke(`the core broke: ${String(error)}`, { cause: error })
  }
}

function sortAndApply(
  exchange: Exchange,
  waiting: readonly Pending[],
  { row, epoch, timeMs }: BatchPlace,
): Sorted {
  const fresh: Pending[] = []
  const repeats: Pending[] = []
  const doubtful: Pending[] = []
  const commands: AppliedBatch['commands'][number][] = []
  const firstSeq = exchange.seq + 1
  const begins: number[] = []
  for (const pending of waiting) {
    const { id } = pending.envelope
    if (id !== null && exchange.recall(id) !== null) {
      repeats.push(pending)
      continue
    }
    // Asked again for each: what this batch adds may have made the core forget the one that comes next.
    if (id !== null && !pending.isLookedUp && mayBeForgotten(id, exchange.forgottenAt, timeMs)) {
      doubtful.push(pending)
      continue
    }
    // Only now: a batch without a command would change the state's time without a row in the journal.
    if (fresh.length === 0) exchange.beginBatch(timeMs)
    const begin = exchange.eventBuffer.length
    const { seq, events } = exchange.apply(pending.envelope)
    begins.push(begin)
    commands.push({ seq, id, events })
    fresh.push(pending)
  }
  if (fresh.length === 0) return { batch: null, fresh, repeats, doubtful }
  const { balances, hash } = exchange.endBatch()
  const batch: AppliedBatch = {
    row,
    epoch,
    firstSeq,
    lastSeq: exchange.seq,
    timeMs: exchange.time,
    hash,
    forgottenAt: exchange.forgottenAt,
    commands,
    balances,
    events: encodeTape(exchange.eventBuffer, begins),
  }
  return { batch, fresh, repeats, doubtful }
}

/** The journal row of a batch. */
export function journalRowOf(batch: AppliedBatch, fresh: readonly Pending[]): JournalRow {
  return {
    row: batch.row,
    epoch: batch.epoch,
    firstSeq: batch.firstSeq,
    lastSeq: batch.lastSeq,
    timeMs: batch.timeMs,
    rules: rulesVersion,
    commands: joinCommands(fresh.map(({ bytes }) => bytes)),
    events: batch.events.bytes,
    hash: batch.hash,
  }
}

/**
 * Applies a row of the journal again; what comes out must be what it says, to the byte.
 *
 * @throws BootRefused where it is not, with both hashes
 */
export function replay(exchange: Exchange, found: JournalRow): AppliedBatch {
  checkRules(found)
  try {
    return replayRow(exchange, found)
  } catch (error) {
    if (error instanceof BootRefused) throw error
    const what = error instanceof CodecError ? 'cannot be read' : 'breaks the core'
    throw new BootRefused(`Journal row ${found.row} ${what}: ${String(error)}.`, { cause: error })
  }
}

function replayRow(exchange: Exchange, found: JournalRow): AppliedBatch {
  const envelopes = commandsOf(found)
  const firstSeq = exchange.seq + 1
  if (firstSeq !== found.firstSeq || found.lastSeq - firstSeq + 1 !== envelopes.length) {
    throw new BootRefused(
      `Journal row ${found.row} numbers its commands ${found.firstSeq} to ${found.lastSeq}; ` +
        `${firstSeq} comes next.`,
    )
  }
  exchange.beginBatch(found.timeMs)
  const begins = envelopes.map(({ command, id }) => {
    const begin = exchange.eventBuffer.length
    exchange.write(command, id)
    return begin
  })
  const { balances, hash } = exchange.endBatch()
  if (!sameHash(hash, found.hash)) {
    throw new BootRefused(
      `Journal row ${found.row} replays to another state: its hash is ${hashText(hash)}, ` +
        `the journal's is ${hashText(found.hash)}.`,
    )
  }
  const events = encodeTape(exchange.eventBuffer, begins)
  if (!events.bytes.equals(found.events)) {
    throw new BootRefused(`Journal row ${found.row} replays to other events than it holds.`)
  }
  const { row, epoch, lastSeq } = found
  const { time: timeMs, forgottenAt } = exchange
  let commands: AppliedBatch['commands'] | null = null
  return {
    row,
    epoch,
    firstSeq,
    lastSeq,
    timeMs,
    hash,
    forgottenAt,
    // Decoded only where they are asked for: most of a long journal is in the tables already.
    get commands() {
      commands ??= decodeEvents(events.bytes).map((list, place) => ({
        seq: firstSeq + place,
        id: envelopes[place]?.id ?? null,
        events: list,
      }))
      return commands
    },
    balances,
    events,
  }
}
