/**
 * Turns what waits into committed batches: one commit in flight, the next batch collects meanwhile.
 * Nobody hears of a batch before its commit. It outlives writers: after a failure it waits for the next
 * one, and finds out in the journal what became of the batch whose commit failed.
 */
import type { Command } from '@tukar/core'
import type pg from 'pg'
import type { InTurn } from './control/turns.ts'
import { laterOf, type Mark } from './acknowledged.ts'
import { outcomeOf, RecentAnswers, storedOutcome } from './answers.ts'
import { type AppliedBatch, CommandBroke, type Pending } from './batch.ts'
import { decodeEvents, encodeBalances, encodeCommands } from './codec/index.ts'
import { sameBody } from './command-ids.ts'
import { readRow } from './journal.ts'
import type { CommittedMessage, Question } from './messages.ts'
import { Line, waitingMax } from './line.ts'
import type { Outbox } from './outbox.ts'
import type { Outcome } from './port.ts'
import type { Seal } from './seal.ts'
import { noToken, ownPending, type Writer } from './writer.ts'

/** The most commands that the tables may be behind. */
const projectorLagMax = 50_000
/** The most ids that are looked up at a time. */
const lookupsMax = 1_000

/** A batch whose commit is under way or in doubt. */
type InFlight = {
  readonly row: number
  readonly epoch: number
  /** The seal of the row before. */
  readonly before: Buffer
  readonly fresh: readonly Pending[]
  readonly repeats: readonly Pending[]
  /** Made for the past: it is not tried again at another time. */
  readonly isPast: boolean
  /** Its callers were told that its fate is unknown. */
  isGivenUp: boolean
}

type Past = {
  readonly token: number
  readonly timeMs: number
  readonly commands: readonly Pending[]
}

type Broken = { readonly pending: Pending; readonly error: CommandBroke }

export type CommitterHooks = {
  /** A writer must not be used any more. */
  readonly onDoubt: (error: unknown) => void
  /** Submits whatever has come. */
  readonly takeIn: () => void
  /** Nothing waits: from now on the committer has to be told of what comes. */
  readonly onIdle: () => void
}

export class Committer {
  readonly #outbox: Outbox
  readonly #seal: Seal
  readonly #hooks: CommitterHooks
  readonly #line = new Line()
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
  #asked: Promise<void> = Promise.resolve()

  constructor(outbox: Outbox, seal: Seal, hooks: CommitterHooks) {
    this.#outbox = outbox
    this.#seal = seal
    this.#hooks = hooks
  }

  /** Whether it goes from batch to batch, and takes in by itself what comes meanwhile. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  get waiting(): number {
    return this.#line.length + (this.#inFlight?.fresh.length ?? 0)
  }

  /** The last row that callers were answered from; null before the first. */
  get acknowledged(): Mark | null {
    return this.#acknowledged
  }

  /** Whether nothing waits and nothing is under way. */
  get isIdle(): boolean {
    const waits = this.#line.length + this.#pasts.length + this.#lookups + this.#poisoned.length
    return !this.#isRunning && waits === 0 && this.#inFlight === null
  }

  submit(pending: Pending): void {
    const lag = this.#writer?.projector.lag ?? 0
    if (this.#line.length >= waitingMax || lag > projectorLagMax) {
      return this.#answer(pending, { status: 'overloaded' })
    }
    this.#line.push(pending)
    this.#start()
  }

  submitPast(past: Past): void {
    this.#pasts.push(past)
    this.#start()
  }

  /** Answers a question once no commit is under way. */
  ask(token: number, question: Question): void {
    this.#questions.push({ token, question })
    this.#answerQuestions()
  }

  /** A row that the tables did not hold at the start: its answers are not there yet. */
  addTail(batch: AppliedBatch): void {
    this.#recent.add(batch)
  }

  projected(row: number): void {
    this.#recent.projected(row)
  }

  /** Drops the writer; what waits goes on waiting. */
  halt(): void {
    this.#writer = null
    this.#control = null
    this.#recent.clear()
  }

  /**
   * Goes on with a new writer, once it is known what became of the batch in flight.
   *
   * @param inTurn runs what is asked over this connection from now on
   */
  async resume(writer: Writer, client: pg.ClientBase, inTurn: InTurn): Promise<void> {
    await this.settleInFlight(client)
    // The journal does not have its row: nobody can say any more what became of it.
    this.#giveUpInFlight()
    this.#inFlight = null
    await this.#setPoisonedAside(client)
    this.#writer = writer
    this.#control = { client, inTurn }
    this.#answerQuestions()
    this.#start()
  }

  /**
   * Reads in the journal whether the batch in flight was committed. Once another row has its number, or
   * a later epoch was begun, it never will be: then its commands wait again.
   *
   * @throws BootRefused if somebody else than an engine wrote the row with its number
   */
  async settleInFlight(client: pg.ClientBase): Promise<void> {
    const inFlight = this.#inFlight
    if (inFlight === null) return
    const found = await readRow(client, inFlight.row)
    if (found === null) return
    const mac = this.#seal.check(found, inFlight.before)
    this.#inFlight = null
    if (found.epoch === inFlight.epoch) {
      this.#acknowledged = laterOf(this.#acknowledged, { row: found.row, hash: found.hash, mac })
      const lists = decodeEvents(found.events)
      for (const [place, pending] of inFlight.fresh.entries()) {
        const outcome = outcomeOf(found.firstSeq + place, found.timeMs, lists[place] ?? [])
        this.#answer(pending, outcome)
      }
      this.#line.putFirst(inFlight.repeats)
    } else if (!inFlight.isGivenUp) {
      if (inFlight.isPast) this.#refuseAll(inFlight.fresh, { status: 'unavailable' })
      else this.#line.putFirst([...inFlight.fresh, ...inFlight.repeats])
    }
  }

  /** Tells everybody who waits that it takes too long. */
  giveUp(): void {
    this.#refuseAll(this.#line.clear(), { status: 'unavailable' })
    for (const { token } of this.#pasts.splice(0)) this.#say(token, { status: 'unavailable' })
    this.#giveUpInFlight()
  }

  #giveUpInFlight(): void {
    if (this.#inFlight === null || this.#inFlight.isGivenUp) return
    this.#inFlight.isGivenUp = true
    this.#refuseAll(this.#inFlight.fresh, { status: 'unknown' })
    this.#refuseAll(this.#inFlight.repeats, { status: 'unknown' })
  }

  /** Tells those who asked that nobody knows. */
  dropQuestions(): void {
    for (const { token } of this.#questions.splice(0)) {
      this.#outbox.add({ kind: 'answer', token, answer: null })
    }
  }

  #say(token: number, outcome: Outcome): void {
    if (token !== noToken) this.#outbox.add({ kind: 'outcome', token, outcome })
  }

  #answer({ token }: Pending, outcome: Outcome): void {
    this.#say(token, outcome)
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
        this.#hooks.takeIn()
        const past = this.#pasts.shift()
        if (past !== undefined) await this.#commitPast(writer, past)
        else if (this.#line.length > 0) await this.#commitNext(writer)
        else break
      }
    } catch (error) {
      this.halt()
      this.#hooks.onDoubt(error)
    }
    this.#isRunning = false
    this.#hooks.onIdle()
    if (this.#line.length > 0) this.#start()
  }

  async #commitNext(writer: Writer): Promise<void> {
    const taken = this.#line.take()
    const { batch, fresh, repeats, doubtful } = this.#apply(writer, taken)
    for (const pending of doubtful) this.#lookUp(pending)
    if (batch !== null) await this.#commit(writer, batch, { fresh, repeats, isPast: false })
    for (const pending of repeats) this.#repeat(writer, pending)
  }

  #apply(writer: Writer, taken: readonly Pending[]): ReturnType<Writer['apply']> {
    try {
      return writer.apply(taken, Date.now())
    } catch (error) {
      if (error instanceof CommandBroke) this.#suspect(taken, error)
      throw error
    }
  }

  /** After the second time, alone, a command is set aside; before that its batch is taken apart. */
  #suspect(taken: readonly Pending[], error: CommandBroke): void {
    const [only] = taken
    if (taken.length === 1 && only?.isSuspect === true) {
      this.#poisoned.push({ pending: only, error })
      return
    }
    for (const pending of taken) pending.isSuspect = true
    this.#line.putFirst(taken)
  }

  async #commitPast(writer: Writer, { token, timeMs, commands }: Past): Promise<void> {
    const isPast = timeMs >= writer.exchange.time && timeMs <= Date.now()
    if (!isPast || commands.length === 0) return this.#say(token, { status: 'unavailable' })
    try {
      const { batch, fresh } = writer.apply(commands, timeMs)
      if (batch === null) return this.#say(token, { status: 'unavailable' })
      await this.#commit(writer, batch, { fresh, repeats: [], isPast: true })
      this.#say(token, { status: 'accepted', seq: batch.lastSeq, timeMs, events: [] })
    } catch (error) {
      this.#say(token, { status: 'unavailable' })
      throw error
    }
  }

  async #commit(
    writer: Writer,
    batch: AppliedBatch,
    parts: Pick<InFlight, 'fresh' | 'repeats' | 'isPast'>,
  ): Promise<void> {
    const { row, epoch } = batch
    this.#inFlight = { row, epoch, before: writer.mac, ...parts, isGivenUp: false }
    await writer.commit(batch, parts.fresh)
    this.#inFlight = null
    this.#acknowledged = { row, hash: batch.hash, mac: writer.mac }
    this.#recent.add(batch)
    this.#deliver(batch, parts)
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

  /** Gives a remembered command's first answer again, or says that the id was for another one. */
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
   * Looks for an id that may have been forgotten among what the tables do not hold yet, then asks them;
   * whom they do not know is too late.
   */
  #lookUp(pending: Pending): void {
    const { id } = pending.envelope
    const recent = id === null ? null : this.#recent.outcomeOfId(id)
    if (recent !== null) return this.#answer(pending, recent)
    this.#askTables(pending, () => {
      if (pending.envelope.id?.scope !== 0) return this.#answer(pending, { status: 'id_expired' })
      pending.isLookedUp = true
      this.#line.push(pending)
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
    this.#asked = this.#asked
      .then(() => control.inTurn(() => storedOutcome(control.client, id)))
      .then((stored) => (stored === null ? onAbsent() : this.#answer(pending, stored)))
      .catch(() => this.#answer(pending, { status: 'unknown' }))
      .finally(() => {
        this.#lookups -= 1
      })
  }

  /** keeps what broke the core, halts its market, and answers. */
  async #setPoisonedAside(control: pg.ClientBase): Promise<void> {
    for (let next = this.#poisoned[0]; next !== undefined; next = this.#poisoned[0]) {
      const { pending, error } = next
      const { command } = pending.envelope
      // Before it is taken off the list: should the tables not answer, it is set aside once they do.
      const marketId = await marketOf(control, command)
      await control.query(
        'insert into exchange.poisoned_command (command, error) values ($1, $2)',
        [encodeCommands([pending.envelope]), String(error.cause)],
      )
      this.#poisoned.shift()
      this.#outbox.log('error', `poisoned command set aside, ${command.kind}: ${error.message}`)
      if (marketId !== null) {
        this.#line.putFirst([ownPending({ kind: 'set_market_state', marketId, state: 'halted' })])
      }
      this.#answer(pending, { status: 'poisoned' })
    }
  }
}

/** The market that a command is about, as far as the tables know; null for none. */
async function marketOf(control: pg.ClientBase, command: Command): Promise<number | null> {
  if ('marketId' in command) return command.marketId
  if (command.kind !== 'cancel') return null
  const found = await control.query<{ market_id: number }>(
    'select market_id from exchange.orders where id = $1',
    [command.orderId],
  )
  return found.rows[0]?.market_id ?? null
}

/** What listeners are told of a committed batch; its callers are named by who commits it. */
export function committedMessage(batch: AppliedBatch): Omit<CommittedMessage, 'tokens'> {
  const { row, firstSeq, lastSeq, timeMs, events, balances } = batch
  const bytes = { events: events.bytes, balances: encodeBalances(balances) }
  return { kind: 'committed', row, firstSeq, lastSeq, timeMs, ...bytes }
}
