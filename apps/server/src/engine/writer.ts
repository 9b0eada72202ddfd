/**
 * One writer's life on one set of connections: it loads the tables, applies the journal behind them,
 * opens its epoch, and from then on turns commands into committed batches. After any failure it is
 * thrown away and another one is made; nothing of it is trusted any more.
 */
import {
  type Command,
  createExchange,
  type Envelope,
  type Exchange,
  restoreExchange,
  rulesVersion,
} from '@tukar/core'
import type pg from 'pg'
import { BootRefused, checkDurability, checkRules } from './boot-checks.ts'
import { encodeCommands, encodeEvents } from './codec/index.ts'
import { appendRow, commandsOf, hashText, type JournalRow, readRows, sameHash } from './journal.ts'
import { loadState } from './load-state.ts'
import type { BookPicture, CommittedBatch } from './port.ts'
import { type ProjectedBatch, type Projector, startProjector } from './projector/index.ts'

/** The connections of a writer, each with one use. */
export type Connections = {
  readonly journal: pg.ClientBase
  readonly projector: pg.ClientBase
}

export type WriterHooks = {
  /** Every row from the tables' on: those of the tail as well as those committed later. */
  readonly onRow: (batch: CommittedBatch, epoch: number) => void
  readonly onProjected: (row: number) => void
  readonly onFailed: (error: unknown) => void
}

export type WriterOptions = {
  readonly seeds: readonly Command[]
  readonly firstTimeMs: number | null
}

/** The core threw while applying the command at this place of the batch. */
export class CommandBroke extends Error {
  override readonly name = 'CommandBroke'
  readonly place: number

  constructor(place: number, cause: unknown) {
    super(`the command at place ${place} broke the core: ${String(cause)}`, { cause })
    this.place = place
  }
}

export type Writer = {
  readonly exchange: Exchange
  readonly projector: Projector
  readonly epoch: number
  /** The last committed row. */
  readonly row: number
  /** Applies and commits a batch. After a rejection the writer must not be used again. */
  commit(envelopes: readonly Envelope[], timeMs: number): Promise<CommittedBatch>
  picture(marketId: number): BookPicture | null
}

/** Recovers the state and opens an epoch; rejects with `BootRefused` if what it finds cannot be. */
export async function openWriter(
  connections: Connections,
  options: WriterOptions,
  hooks: WriterHooks,
): Promise<Writer> {
  await checkDurability(connections.journal)
  await connections.projector.query('set synchronous_commit = off')
  const loaded = await loadState(connections.journal)
  const exchange = loaded.state === null ? createExchange() : restoreExchange(loaded.state)
  checkState(exchange, loaded.hash, loaded.row)
  const projector = startProjector(connections.projector, loaded.row, hooks)
  let row = loaded.row
  let epoch = loaded.state?.counters.epoch ?? 0
  for await (const found of readRows(connections.journal, loaded.row)) {
    const { committed, projected } = replay(exchange, found)
    row = found.row
    epoch = found.epoch
    projector.push(projected)
    hooks.onRow(committed, found.epoch)
  }
  epoch += 1
  const isEmpty = row === 0

  async function commit(envelopes: readonly Envelope[], timeMs: number): Promise<CommittedBatch> {
    const { committed, projected, journalRow } = apply(exchange, envelopes, timeMs, row + 1, epoch)
    await appendRow(connections.journal, journalRow)
    row = committed.row
    projector.push(projected)
    hooks.onRow(committed, epoch)
    return committed
  }

  const firstTimeMs = isEmpty ? (options.firstTimeMs ?? Date.now()) : Date.now()
  await commit([{ command: { kind: 'begin_epoch', epoch }, id: null }], firstTimeMs)
  if (isEmpty && options.seeds.length > 0) {
    await commit(
      options.seeds.map((command) => ({ command, id: null })),
      firstTimeMs,
    )
  }
  return {
    exchange,
    projector,
    epoch,
    get row() {
      return row
    },
    commit,
    picture: (marketId) => pictureOf(exchange, marketId),
  }
}

/** R-67: the tables' state has the hash of their row and breaks no invariant. */
function checkState(exchange: Exchange, hash: JournalRow['hash'] | null, row: number): void {
  if (hash !== null && !sameHash(exchange.hash(), hash)) {
    throw new BootRefused(
      `The tables do not hold what journal row ${row} says: their state hash is ` +
        `${hashText(exchange.hash())}, the journal's is ${hashText(hash)}.`,
    )
  }
  const broken = exchange.brokenInvariants()
  if (broken.length > 0)
    throw new BootRefused(`The books are broken: ${broken.slice(0, 5).join('; ')}.`)
}

type AppliedBatch = {
  readonly committed: CommittedBatch
  readonly projected: ProjectedBatch
  readonly journalRow: JournalRow
}

function apply(
  exchange: Exchange,
  envelopes: readonly Envelope[],
  timeMs: number,
  row: number,
  epoch: number,
): AppliedBatch {
  const firstSeq = exchange.seq + 1
  exchange.beginBatch(timeMs)
  const commands = envelopes.map((envelope, place) => {
    try {
      return { ...exchange.apply(envelope), id: envelope.id }
    } catch (error) {
      throw new CommandBroke(place, error)
    }
  })
  const { balances, hash } = exchange.endBatch()
  const lastSeq = exchange.seq
  const shared = { row, epoch, timeMs: exchange.time }
  return {
    committed: { row, seq: lastSeq, timeMs: exchange.time, commands, balances },
    projected: { ...shared, lastSeq, hash, forgottenAt: exchange.forgottenAt, commands, balances },
    journalRow: {
      ...shared,
      firstSeq,
      lastSeq,
      rules: rulesVersion,
      commands: encodeCommands(envelopes),
      events: encodeEvents(commands.map(({ events }) => events)),
      hash,
    },
  }
}

/** Applies a row of the journal again; what comes out must be what it says, to the byte. */
export function replay(exchange: Exchange, found: JournalRow): Omit<AppliedBatch, 'journalRow'> {
  checkRules(found)
  const again = apply(exchange, commandsOf(found), found.timeMs, found.row, found.epoch)
  if (!sameHash(again.journalRow.hash, found.hash)) {
    throw new BootRefused(
      `Journal row ${found.row} replays to another state: ${hashText(again.journalRow.hash)} ` +
        `instead of ${hashText(found.hash)}.`,
    )
  }
  if (!again.journalRow.events.equals(found.events)) {
    throw new BootRefused(`Journal row ${found.row} replays to other events than it holds.`)
  }
  return again
}

function pictureOf(exchange: Exchange, marketId: number): BookPicture | null {
  try {
    const bids = [...exchange.levels(marketId, 'buy')]
    const asks = [...exchange.levels(marketId, 'sell')]
    return { marketId, seq: exchange.seq, bids, asks }
  } catch {
    return null
  }
}
