/**
 * A writer on one set of connections: it loads the tables, replays the journal after them, begins its epoch,
 * and then commits batches of commands. After any failure it is dropped and a new one is created; none of its
 * state is reused.
 */
import {
  type Command,
  type CoreState,
  type Exchange,
  type HoldRow,
  rulesVersion,
} from '@tukar/core'
import { type Mark, requireAcknowledged } from './acknowledged.ts'
import {
  type AppliedBatch,
  applyWaiting,
  CommandBroke,
  toJournalRow,
  type Pending,
  replay,
  type Sorted,
} from './committing/batch.ts'
import { BootRefused, checkDurability } from './recovery/boot-checks.ts'
import { encodeEnvelope } from './codec/index.ts'
import type { Connections } from './connections.ts'
import type { HoldStatement, HoldStater } from './hold-statement.ts'
import {
  appendRow,
  type ChainedRow,
  hashText,
  JournalGap,
  readEnd,
  readRow,
  readRows,
  sameHash,
} from './journal.ts'
import { loadState } from './recovery/load-state.ts'
import type { Question, StateAnswer } from './thread/messages.ts'
import type { BookSnapshot, BooksOfMoment, MomentRequest } from './port.ts'
import { claimTables, type Projector, startProjector } from './projector/index.ts'
import type { Projection } from './projector/projection.ts'
import { firstSeal, type Seal } from './seal.ts'

/** Creates exchanges; tests replace it to inject a fault. */
export type Core = {
  readonly create: () => Exchange
  readonly restore: (state: CoreState) => Exchange
  /** How many command ids it remembers. */
  readonly rememberedMax: number
}

export type WriterOptions = {
  readonly core: Core
  readonly seal: Seal
  readonly seeds: readonly Command[]
  readonly firstTimeMs: number | null
  readonly projections: readonly Projection[]
  /** What the journal must hold; null if nothing was acknowledged yet. */
  readonly acknowledged: Mark | null
  /** States holds under the engine's key. */
  readonly stateHold: HoldStater
}

export type WriterHooks = {
  /** A row that the tables did not hold at the start, including the writer's own first rows. */
  readonly onTail: (batch: AppliedBatch) => void
  readonly onProjected: (row: number) => void
  /** The projector failed. */
  readonly onFailed: (error: unknown) => void
}

/** While a long journal is replayed, the tables may lag at most this many commands. */
const tailLagMax = 100_000

export type Writer = {
  readonly exchange: Exchange
  readonly projector: Projector
  readonly epoch: number
  /** The journal row that the tables held at the start. */
  readonly loadedRow: number
  /** The last committed row. */
  readonly row: number
  /** Its seal. */
  readonly mac: Buffer
  /** Applies waiting commands as the next batch; see `applyWaiting`. */
  apply(waiting: readonly Pending[], timeMs: number): Sorted
  /** Commits a batch of `apply`. After a rejection the writer must not be used again. */
  commit(batch: AppliedBatch, fresh: readonly Pending[]): Promise<void>
  /** Answers from the state; not while a commit is under way. */
  answer(question: Question): StateAnswer
}

/** A command that no caller waits for. */
export function createInternal(command: Command): Pending {
  const envelope = { command, id: null }
  return {
    token: noToken,
    envelope,
    bytes: encodeEnvelope(envelope),
    isSuspect: false,
    isLookedUp: false,
  }
}

/** The token of commands that no caller waits for. */
export const noToken = -1

/**
 * Recovers the state and begins an epoch.
 *
 * @throws BootRefused if the database cannot be used; JournalCollision if another writer was faster
 */
export async function openWriter(
  connections: Connections,
  options: WriterOptions,
  hooks: WriterHooks,
): Promise<Writer> {
  const { journal, tables } = connections
  await checkDurability(journal)
  await requireAcknowledged(journal, options.acknowledged)
  const { seal } = options
  const end = await readEnd(journal)
  if (end !== null) seal.checkChained(end)
  const epoch = await claimTables(tables, end?.epoch ?? 0)
  const { row: loadedRow, state } = await loadState(tables, options.core.rememberedMax)
  const exchange = state === null ? options.core.create() : options.core.restore(state)
  const loadedMac = await checkLoaded(journal, seal, { exchange, loadedRow })
  const projector = await startProjector(tables, {
    epoch,
    fromRow: loadedRow,
    projections: options.projections,
    onProjected: hooks.onProjected,
    onFailed: hooks.onFailed,
  })
  const loaded = { row: loadedRow, mac: loadedMac }
  let { row, mac } = await applyTail(journal, exchange, { projector, seal, loaded }, hooks)
  const writer: Writer = {
    exchange,
    projector,
    epoch,
    loadedRow,
    get row() {
      return row
    },
    get mac() {
      return mac
    },
    apply: (waiting, timeMs) => applyWaiting(exchange, waiting, { row: row + 1, epoch, timeMs }),
    async commit(batch, fresh) {
      const appended = toJournalRow(batch, fresh)
      const appendedMac = seal.of(appended, mac)
      await appendRow(journal, appended, appendedMac)
      row = batch.row
      mac = appendedMac
      projector.push(batch)
    },
    answer: (question) => answerQuestion(exchange, question, { row, stateHold: options.stateHold }),
  }
  const begin = createInternal({ kind: 'begin_epoch', epoch })
  const isEmpty = row === 0
  const beginsAtMs = findEpochStartMs(options.firstTimeMs, isEmpty ? null : exchange.time)
  // In one row: an exchange that is killed in between would otherwise begin without its listing (FLT-04).
  const seeds = isEmpty ? options.seeds.map(createInternal) : []
  await commitInternal(writer, [begin, ...seeds], beginsAtMs, hooks)
  return writer
}

/**
 * The time at which an epoch begins: now, or, while past trades are generated, the time at which that past
 * begins or ended.
 */
function findEpochStartMs(firstTimeMs: number | null, lastTimeMs: number | null): number {
  return firstTimeMs === null ? Date.now() : (lastTimeMs ?? firstTimeMs)
}

/** A journal row and its seal. */
type Sealed = { readonly row: number; readonly mac: Buffer }

type Tail = { readonly projector: Projector; readonly seal: Seal; readonly loaded: Sealed }

/** Replays the rows that the tables do not hold, if their seals are right, and returns the last. */
async function applyTail(
  journal: Connections['journal'],
  exchange: Exchange,
  { projector, seal, loaded }: Tail,
  hooks: WriterHooks,
): Promise<Sealed> {
  let { row, mac } = loaded
  try {
    for await (const found of readRows(journal, loaded.row)) {
      mac = seal.check(found, mac)
      const batch = replay(exchange, found)
      row = batch.row
      projector.push(batch)
      hooks.onTail(batch)
      if (projector.lag > tailLagMax) await projector.drained()
    }
  } catch (error) {
    if (error instanceof JournalGap) throw new BootRefused(error.message, { cause: error })
    throw error
  }
  return { row, mac }
}

async function commitInternal(
  writer: Writer,
  commands: readonly Pending[],
  timeMs: number,
  hooks: WriterHooks,
): Promise<void> {
  try {
    const { batch, fresh } = writer.apply(commands, timeMs)
    if (batch === null) return
    await writer.commit(batch, fresh)
    hooks.onTail(batch)
  } catch (error) {
    if (!(error instanceof CommandBroke)) throw error
    throw new BootRefused(`The core cannot start: ${error.message}.`, { cause: error })
  }
}

/** Checks the row that the tables hold against their state; returns the seal of that row. */
async function checkLoaded(
  journal: Connections['journal'],
  seal: Seal,
  { exchange, loadedRow }: { readonly exchange: Exchange; readonly loadedRow: number },
): Promise<Buffer> {
  if (loadedRow === 0) return firstSeal
  const found = await readRow(journal, loadedRow)
  if (found === null) {
    throw new BootRefused(
      `The tables hold journal row ${loadedRow}, which the journal does not have.`,
    )
  }
  const mac = seal.checkChained(found)
  checkState(exchange, found)
  return mac
}

/**
 * R-67: the tables' state has the hash of their row and breaks no invariant. Under other rules of the core
 * the same state may have another hash; then the first row under the new rules holds it.
 */
function checkState(exchange: Exchange, { hash, row, rules }: ChainedRow): void {
  if (rules === rulesVersion && !sameHash(exchange.hash(), hash)) {
    throw new BootRefused(
      `The tables differ from journal row ${row}: their state hash is ` +
        `${hashText(exchange.hash())}, the journal's is ${hashText(hash)}.`,
    )
  }
  const broken = exchange.brokenInvariants()
  if (broken.length > 0) {
    throw new BootRefused(`The state breaks its invariants: ${broken.slice(0, 5).join('; ')}.`)
  }
}

type Stating = { readonly row: number; readonly stateHold: HoldStater }

function answerQuestion(exchange: Exchange, question: Question, stating: Stating): StateAnswer {
  switch (question.of) {
    case 'book':
      return { of: 'book', snapshot: takeSnapshot(exchange, question.marketId) }
    case 'hold':
      return { of: 'hold', hold: exchange.hold(question.holdId) }
    case 'moment':
      return { of: 'moment', ...booksOf(exchange, question) }
    case 'statement':
      return { of: 'statement', statement: createStatement(exchange, question.holdId, stating) }
  }
}

function booksOf(
  exchange: Exchange,
  { currencyId, accountIds, holdIds }: MomentRequest,
): BooksOfMoment {
  const holds = new Map<number, HoldRow>()
  for (const holdId of holdIds) {
    const hold = exchange.hold(holdId)
    if (hold !== null) holds.set(holdId, hold)
  }
  const available = accountIds.map((id) => [id, exchange.available(id, currencyId)] as const)
  return { available: new Map(available), holds }
}

function createStatement(
  exchange: Exchange,
  holdId: number,
  { row, stateHold }: Stating,
): HoldStatement | null {
  const hold = exchange.hold(holdId)
  const currency = hold === null ? null : exchange.currency(hold.currencyId)
  if (hold === null || currency === null) return null
  return stateHold(hold, { currency, row, atMs: Date.now() })
}

function takeSnapshot(exchange: Exchange, marketId: number): BookSnapshot | null {
  try {
    const bids = [...exchange.levels(marketId, 'buy')]
    const asks = [...exchange.levels(marketId, 'sell')]
    return { marketId, seq: exchange.seq, bids, asks }
  } catch {
    return null
  }
}
