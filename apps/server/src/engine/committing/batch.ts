/**
 * A batch: waiting commands applied by the core, and the resulting journal row. Nothing here leaves the
 * engine before the row is committed.
 */
import {
  type BalanceChange,
  type CommandId,
  type CoreEvent,
  type Exchange,
  rulesVersion,
  type StateHash,
} from '@tukar/core'
import { BootRefused, checkRules } from '../recovery/boot-checks.ts'
import {
  CodecError,
  decodeEvents,
  encodeEventBuffer,
  type EventsBlock,
  joinCommands,
  type Submission,
} from '../codec/index.ts'
import { mayBeForgotten } from '../command-ids.ts'
import { decodeRowCommands, hashText, type JournalRow, sameHash } from '../journal.ts'

/** An applied batch: the source of the journal row, the table rows and the messages to listeners. */
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
  /** The command was in a batch that broke the core, so it is applied alone. */
  isSuspect: boolean
  /** The tables were searched for its id and do not have it. */
  isLookedUp: boolean
}

export type Sorted = {
  /** The applied batch; null if no command was applied. */
  readonly batch: AppliedBatch | null
  readonly fresh: readonly Pending[]
  /** Commands whose id is remembered: they get the stored outcome once the batch is committed. */
  readonly repeats: readonly Pending[]
  /** Commands whose id may have been forgotten, so it is looked up in the tables. */
  readonly maybeForgotten: readonly Pending[]
}

/** The core threw while it applied a batch: its state can no longer be trusted. */
export class CommandBroke extends Error {
  override readonly name = 'CommandBroke'
}

export type BatchHeader = { readonly row: number; readonly epoch: number; readonly timeMs: number }

/**
 * Applies waiting commands as one batch, each id once.
 *
 * @throws CommandBroke for any error of the core; the exchange must not be used again
 */
export function applyWaiting(
  exchange: Exchange,
  waiting: readonly Pending[],
  header: BatchHeader,
): Sorted {
  try {
    return sortAndApply(exchange, waiting, header)
  } catch (error) {
    throw new CommandBroke(`the core broke: ${String(error)}`, { cause: error })
  }
}

function sortAndApply(
  exchange: Exchange,
  waiting: readonly Pending[],
  { row, epoch, timeMs }: BatchHeader,
): Sorted {
  const fresh: Pending[] = []
  const repeats: Pending[] = []
  const maybeForgotten: Pending[] = []
  const commands: AppliedBatch['commands'][number][] = []
  const firstSeq = exchange.seq + 1
  const begins: number[] = []
  for (const pending of waiting) {
    const { id } = pending.envelope
    if (id !== null && exchange.recall(id) !== null) {
      repeats.push(pending)
      continue
    }
    // Checked for each command: an earlier one of this batch may have made the core forget this id.
    if (id !== null && !pending.isLookedUp && mayBeForgotten(id, exchange.forgottenAt, timeMs)) {
      maybeForgotten.push(pending)
      continue
    }
    // Only now: a batch without a command would change the state's time without a journal row.
    if (fresh.length === 0) exchange.beginBatch(timeMs)
    const begin = exchange.eventBuffer.length
    const { seq, events } = exchange.apply(pending.envelope)
    begins.push(begin)
    commands.push({ seq, id, events })
    fresh.push(pending)
  }
  if (fresh.length === 0) return { batch: null, fresh, repeats, maybeForgotten }
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
    events: encodeEventBuffer(exchange.eventBuffer, begins),
  }
  return { batch, fresh, repeats, maybeForgotten }
}

/** The journal row of a batch. */
export function toJournalRow(batch: AppliedBatch, fresh: readonly Pending[]): JournalRow {
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
 * Replays a journal row; the result must equal the row byte for byte.
 *
 * @throws BootRefused with both hashes if it does not
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
  const envelopes = decodeRowCommands(found)
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
  const events = encodeEventBuffer(exchange.eventBuffer, begins)
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
    // Decoded on demand: the tables already have most of a long journal.
    get commands() {
      commands ??= decodeEvents(events.bytes).map((list, index) => ({
        seq: firstSeq + index,
        id: envelopes[index]?.id ?? null,
        events: list,
      }))
      return commands
    },
    balances,
    events,
  }
}
