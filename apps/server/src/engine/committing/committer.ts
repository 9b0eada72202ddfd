/**
 * Commits waiting commands in batches: one commit in flight, while the next batch collects. Nothing leaves
 * the engine before its commit. The committer outlives writers: after a failure it waits for the next writer
 * and finds out from the journal whether the batch in flight was committed.
 */
import type { Command } from '@tukar/core'
import type pg from 'pg'
import type { InTurn } from '../control/turns.ts'
import { laterMark, type Mark } from '../acknowledged.ts'
import { toOutcome, RecentAnswers, storedOutcome } from './answers.ts'
import { type AppliedBatch, CommandBroke, type Pending } from './batch.ts'
import { decodeEvents, encodeBalances, encodeCommands } from '../codec/index.ts'
import { sameBody } from '../command-ids.ts'
import { readRow } from '../journal.ts'
import type { CommittedMessage, Question } from '../thread/messages.ts'
import { CommandQueue, waitingMax } from './command-queue.ts'
import type { Outbox } from '../thread/outbox.ts'
import type { Outcome } from '../port.ts'
import type { Seal } from '../seal.ts'
import { noToken, createInternal, type Writer } from '../writer.ts'

/** The maximum lag of the tables, in commands. */
const projectorLagMax = 50_000
/** The maximum number of concurrent id lookups. */
const lookupsMax = 1_000

/** A batch whose commit is under way or has an unknown outcome. */
type InFlight = {
  readonly row: number
  readonly epoch: number
  /** The seal of the row before. */
  readonly before: Buffer
  readonly fresh: readonly Pending[]
  readonly repeats: readonly Pending[]
  /** A batch at a past time: it is not retried at another time. */
  readonly isPast: boolean
  /** Its callers got the outcome `unknown`. */
  isGivenUp: boolean
}

type Past = {
  readonly token: number
  readonly timeMs: number
  readonly commands: readonly Pending[]
}

type Broken = { readonly pending: Pending; readonly error: CommandBroke }

export type CommitterHooks = {
  /** The writer failed and must not be used again. */
  readonly onWriterFailed: (error: unknown) => void
  /** Submits the commands in the inbox. */
  readonly readInbox: () => void
  /** No command waits: from now on the committer must be woken for new ones. */
  readonly onIdle: () => void
}

export class Committer {
  readonly #outbox: Outbox
  readonly #seal: Seal
  readonly #hooks: CommitterHooks
  readonly #queue = new CommandQueue()
  readonly #recent = new RecentAnswers()
  #pasts: Past[] = []
  #questions: { readonly token: number; readonly question: Question }[] = []
  #poisoned: Broken[] = []
  #inFlight: InFlight | null = null
  #acknowledged: Mark | null = null
  #writer: Writer | null = null
  #control: { readonly client: pg.ClientBase; readonly inTurn: InTurn } | null = null
  #isRunning = false
  #lookups = 0
  #lastLookup: Promise<void> = Promise.resolve()

  constructor(outbox: Outbox, seal: Seal, hooks: CommitterHooks) {
    this.#outbox = outbox
    this.#seal = seal
    this.#hooks = hooks
  }

  /** Whether it is committing batches and reads the inbox on its own. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  get waiting(): number {
    return this.#queue.length + (this.#inFlight?.fresh.length ?? 0)
  }

  /** The last acknowledged row; null before the first. */
  get acknowledged(): Mark | null {
    return this.#acknowledged
  }

  /** Whether no command waits and no commit is under way. */
  get isIdle(): boolean {
    const waits = this.#queue.length + this.#pasts.length + this.#lookups + this.#poisoned.length
    return !this.#isRunning && waits === 0 && this.#inFlight === null
  }

  submit(pending: Pending): void {
    const lag = this.#writer?.projector.lag ?? 0
    if (this.#queue.length >= waitingMax || lag > projectorLagMax) {
      return this.#answer(pending, { status: 'overloaded' })
    }
    this.#queue.push(pending)
    this.#start()
  }

  submitPast(past: Past): void {
    this.#pasts.push(past)
    this.#start()
  }

  /** Answers a question as soon as no commit is under way. */
  ask(token: number, question: Question): void {
    this.#questions.push({ token, question })
    this.#answerQuestions()
  }

  /** Adds a row that the tables did not have at the start: its answers are not in the tables yet. */
  addTail(batch: AppliedBatch): void {
    this.#recent.add(batch)
  }

  projected(row: number): void {
    this.#recent.projected(row)
  }

  /** Drops the writer; waiting commands stay in the queue. */
  halt(): void {
    this.#writer = null
    this.#control = null
    this.#recent.clear()
  }

  /**
   * Continues with a new writer, after the outcome of the batch in flight is known.
   *
   * @param inTurn runs queries over this connection one at a time
   */
  async resume(writer: Writer, client: pg.ClientBase, inTurn: InTurn): Promise<void> {
    await this.resolveInFlight(client)
    // The journal does not have its row: its outcome stays unknown.
    this.#giveUpInFlight()
    this.#inFlight = null
    await this.#setPoisonedAside(client)
    this.#writer = writer
    this.#control = { client, inTurn }
    this.#answerQuestions()
    this.#start()
  }

  /**
   * Reads from the journal whether the batch in flight was committed. If another row has its number, or a
   * later epoch has begun, it never will be; then its commands go back into the queue.
   *
   * @throws BootRefused if the row with its number was not written by an engine
   */
  async resolveInFlight(client: pg.ClientBase): Promise<void> {
    const inFlight = this.#inFlight
    if (inFlight === null) return
    const found = await readRow(client, inFlight.row)
    if (found === null) return
    const mac = this.#seal.check(found, inFlight.before)
    this.#inFlight = null
    if (found.epoch === inFlight.epoch) {
      this.#acknowledged = laterMark(this.#acknowledged, { row: found.row, hash: found.hash, mac })
      const lists = decodeEvents(found.events)
      for (const [index, pending] of inFlight.fresh.entries()) {
        const outcome = toOutcome(found.firstSeq + index, found.timeMs, lists[index] ?? [])
        this.#answer(pending, outcome)
      }
      this.#queue.putFirst(inFlight.repeats)
    } else if (!inFlight.isGivenUp) {
      if (inFlight.isPast) this.#refuseAll(inFlight.fresh, { status: 'unavailable' })
      else this.#queue.putFirst([...inFlight.fresh, ...inFlight.repeats])
    }
  }

  /** Ends the wait of all callers: the engine is unavailable. */
  giveUp(): void {
    this.#refuseAll(this.#queue.clear(), { status: 'unavailable' })
    for (const { token } of this.#pasts.splice(0))
      this.#sendOutcome(token, { status: 'unavailable' })
    this.#giveUpInFlight()
  }

  #giveUpInFlight(): void {
    if (this.#inFlight === null || this.#inFlight.isGivenUp) return
    this.#inFlight.isGivenUp = true
    this.#refuseAll(this.#inFlight.fresh, { status: 'unknown' })
    this.#refuseAll(this.#inFlight.repeats, { status: 'unknown' })
  }

  /** Answers waiting questions with null. */
  dropQuestions(): void {
    for (const { token } of this.#questions.splice(0)) {
      this.#outbox.add({ kind: 'answer', token, answer: null })
    }
  }

  #sendOutcome(token: number, outcome: Outcome): void {
    if (token !== noToken) this.#outbox.add({ kind: 'outcome', token, outcome })
  }

  #answer({ token }: Pending, outcome: Outcome): void {
    this.#sendOutcome(token, outcome)
  }

  #refuseAll(commands: readonly Pending[], outcome: Outcome): void {
    for (const pending of commands) this.#answer(pending, outcome)
  }

  #start(): void {
    if (this.#isRunning || this.#writer === null) return
    this.#isRunning = true
    // In the next turn, so that all commands of one message are in the first batch.
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    try {
      for (let writer = this.#writer; writer !== null; writer = this.#writer) {
        this.#hooks.readInbox()
        const past = this.#pasts.shift()
        if (past !== undefined) await this.#commitPast(writer, past)
        else if (this.#queue.length > 0) await this.#commitNext(writer)
        else break
      }
    } catch (error) {
      this.halt()
      this.#hooks.onWriterFailed(error)
    }
    this.#isRunning = false
    this.#hooks.onIdle()
    if (this.#queue.length > 0) this.#start()
  }

  async #commitNext(writer: Writer): Promise<void> {
    const claimed = this.#queue.take()
    const { batch, fresh, repeats, maybeForgotten } = this.#apply(writer, claimed)
    for (const pending of maybeForgotten) this.#lookUp(pending)
    if (batch !== null) await this.#commit(writer, batch, { fresh, repeats, isPast: false })
    for (const pending of repeats) this.#repeat(writer, pending)
  }

  #apply(writer: Writer, claimed: readonly Pending[]): ReturnType<Writer['apply']> {
    try {
      return writer.apply(claimed, Date.now())
    } catch (error) {
      if (error instanceof CommandBroke) this.#suspect(claimed, error)
      throw error
    }
  }

  /**
   * Splits a batch that broke the core: its commands run alone. A command that breaks it alone is set aside.
   */
  #suspect(claimed: readonly Pending[], error: CommandBroke): void {
    const [only] = claimed
    if (claimed.length === 1 && only?.isSuspect === true) {
      this.#poisoned.push({ pending: only, error })
      return
    }
    for (const pending of claimed) pending.isSuspect = true
    this.#queue.putFirst(claimed)
  }

  async #commitPast(writer: Writer, { token, timeMs, commands }: Past): Promise<void> {
    const isPast = timeMs >= writer.exchange.time && timeMs <= Date.now()
    if (!isPast || commands.length === 0) return this.#sendOutcome(token, { status: 'unavailable' })
    try {
      const { batch, fresh } = writer.apply(commands, timeMs)
      if (batch === null) return this.#sendOutcome(token, { status: 'unavailable' })
      await this.#commit(writer, batch, { fresh, repeats: [], isPast: true })
      this.#sendOutcome(token, { status: 'accepted', seq: batch.lastSeq, timeMs, events: [] })
    } catch (error) {
      this.#sendOutcome(token, { status: 'unavailable' })
      throw error
    }
  }

  async #commit(
    writer: Writer,
    batch: AppliedBatch,
    commands: Pick<InFlight, 'fresh' | 'repeats' | 'isPast'>,
  ): Promise<void> {
    const { row, epoch } = batch
    this.#inFlight = { row, epoch, before: writer.mac, ...commands, isGivenUp: false }
    await writer.commit(batch, commands.fresh)
    this.#inFlight = null
    this.#acknowledged = { row, hash: batch.hash, mac: writer.mac }
    this.#recent.add(batch)
    this.#deliver(batch, commands)
    this.#answerQuestions()
  }

  #deliver(batch: AppliedBatch, { fresh, isPast }: Pick<InFlight, 'fresh' | 'isPast'>): void {
    this.#outbox.add({
      ...committedMessage(batch),
      tokens: isPast ? [] : fresh.map(({ token }) => token),
    })
    this.#outbox.flush()
  }

  #answerQuestions(): void {
    const writer = this.#writer
    if (writer === null || this.#inFlight !== null || this.#questions.length === 0) return
    for (const { token, question } of this.#questions.splice(0)) {
      this.#outbox.add({ kind: 'answer', token, answer: writer.answer(question) })
    }
  }

  /**
   * Returns the first outcome of a remembered command, or `id_reused` if the id belongs to another command.
   */
  #repeat(writer: Writer, pending: Pending): void {
    const { id } = pending.envelope
    const known = id === null ? null : writer.exchange.recall(id)
    if (id === null || known === null) return this.#answer(pending, { status: 'unknown' })
    if (!sameBody(id.body, known.body)) return this.#answer(pending, { status: 'id_reused' })
    const recent = this.#recent.outcome(known.seq)
    if (recent !== null) return this.#answer(pending, recent)
    this.#askTables(pending, () => this.#answer(pending, { status: 'unknown' }))
  }

  /**
   * Looks up an id that may have been forgotten: first in the answers that the tables do not have yet, then
   * in the tables. An unknown id is too old.
   */
  #lookUp(pending: Pending): void {
    const { id } = pending.envelope
    const recent = id === null ? null : this.#recent.outcomeOfId(id)
    if (recent !== null) return this.#answer(pending, recent)
    this.#askTables(pending, () => {
      if (pending.envelope.id?.scope !== 0) return this.#answer(pending, { status: 'id_expired' })
      pending.isLookedUp = true
      this.#queue.push(pending)
      this.#start()
    })
  }

  #askTables(pending: Pending, onAbsent: () => void): void {
    const { id } = pending.envelope
    const control = this.#control
    if (id === null || control === null) return this.#answer(pending, { status: 'unknown' })
    if (this.#lookups >= lookupsMax) return this.#answer(pending, { status: 'overloaded' })
    this.#lookups += 1
    // One after another: a connection answers one question at a time.
    this.#lastLookup = this.#lastLookup
      .then(() => control.inTurn(() => storedOutcome(control.client, id)))
      .then((stored) => (stored === null ? onAbsent() : this.#answer(pending, stored)))
      .catch(() => this.#answer(pending, { status: 'unknown' }))
      .finally(() => {
        this.#lookups -= 1
      })
  }

  /** stores the poisoned command, halts its market and answers the caller. */
  async #setPoisonedAside(control: pg.ClientBase): Promise<void> {
    for (let next = this.#poisoned[0]; next !== undefined; next = this.#poisoned[0]) {
      const { pending, error } = next
      const { command } = pending.envelope
      // It stays in the list until the tables have it, so that a failed query is tried again.
      const marketId = await findMarketId(control, command)
      await control.query(
        'insert into exchange.poisoned_command (command, error) values ($1, $2)',
        [encodeCommands([pending.envelope]), String(error.cause)],
      )
      this.#poisoned.shift()
      this.#outbox.log('error', `poisoned command set aside, ${command.kind}: ${error.message}`)
      if (marketId !== null) {
        this.#queue.putFirst([
          createInternal({ kind: 'set_market_state', marketId, state: 'halted' }),
        ])
      }
      this.#answer(pending, { status: 'poisoned' })
    }
  }
}

/** The market of a command according to the tables; null if there is none. */
async function findMarketId(control: pg.ClientBase, command: Command): Promise<number | null> {
  if ('marketId' in command) return command.marketId
  if (command.kind !== 'cancel') return null
  const found = await control.query<{ market_id: number }>(
    'select market_id from exchange.orders where id = $1',
    [command.orderId],
  )
  return found.rows[0]?.market_id ?? null
}

/** The message to listeners about a committed batch; the caller adds the tokens. */
export function committedMessage(batch: AppliedBatch): Omit<CommittedMessage, 'tokens'> {
  const { row, firstSeq, lastSeq, timeMs, events, balances } = batch
  const bytes = { events: events.bytes, balances: encodeBalances(balances) }
  return { kind: 'committed', row, firstSeq, lastSeq, timeMs, ...bytes }
}
