/** The engine as the rest of the server sees it: a worker behind `port.ts`. */
import { Worker } from 'node:worker_threads'
import type { Command, CommandId } from '@tukar/core'
import { outcomeOf } from './answers.ts'
import { BootRefused } from './boot-checks.ts'
import { Confirmation, createConfirmationMemory, momentNow } from './confirmation.ts'
import { decodeBalances, decodeEvents, SubmissionWriter } from './codec/index.ts'
import { statementKeyOf } from './hold-statement.ts'
import { createInboxMemory, Inbox } from './inbox.ts'
import type {
  CommittedMessage,
  FromWorker,
  Question,
  StateAnswer,
  ToWorker,
  WorkerOptions,
} from './messages.ts'
import {
  type BookPicture,
  type CommittedBatch,
  type Engine,
  type EngineStatus,
  type KnownHold,
  type KnownMoment,
  type MomentAsked,
  notStarted,
  type Outcome,
  settleTimeoutMs,
  type StatedHold,
} from './port.ts'
import { Settling } from './settling.ts'
import { noToken } from './writer.ts'

export type EngineOptions = {
  readonly databaseUrl: string
  /** The engine's own secret, at least 32 bytes; it goes to the worker and nowhere else. */
  readonly secret: Uint8Array
  /** The first commands of an empty journal: what is listed. */
  readonly seeds: readonly Command[]
  /**
   * While a past is to be made: the time at which an empty journal begins. What is there already goes on from
   * where it was left, and not from now.
   */
  readonly firstTimeMs?: number
  /** Modules that export `project`: they act on events in the tables' transaction (R-63). */
  readonly projections?: readonly string[]
  /** The migrations that this version knows: with any other it does not lead. */
  readonly migrations?: readonly string[]
  /** Refuses a PostgreSQL that acknowledges before a second one has it. */
  readonly needsReplica?: boolean
  /** Where the last acknowledged row is kept, so that no start leads on a database that lacks it. */
  readonly acknowledgedFile?: string
  readonly log?: (level: 'info' | 'warn' | 'error', message: string) => void
  /** How many command ids are remembered; another number than the core's own only in tests. */
  readonly rememberedMax?: number
  /** The worker's file; another one only in tests that plant a fault. */
  readonly workerUrl?: URL
}

/**
 * Starts the engine and resolves once it leads or stands by.
 *
 * @throws BootRefused with one sentence for the operator, if what it finds cannot be worked on
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl, secret, seeds, log = () => undefined } = options
  const workerData: WorkerOptions = {
    databaseUrl,
    secret,
    seeds,
    firstTimeMs: options.firstTimeMs ?? null,
    projections: options.projections ?? [],
    deliveredRow: null,
    migrations: options.migrations ?? null,
    needsReplica: options.needsReplica ?? false,
    acknowledgedFile: options.acknowledgedFile ?? null,
    confirmation: createConfirmationMemory(),
    inbox: createInboxMemory(),
    rememberedMax: options.rememberedMax ?? null,
  }
  const url = options.workerUrl ?? new URL('./worker-entry.js', import.meta.url)
  const parts = {
    inbox: new Inbox(workerData.inbox),
    confirmation: new Confirmation(workerData.confirmation),
    statementKey: statementKeyOf(secret),
    log,
  }
  const client = new EngineClient(new Worker(url, { workerData }), parts)
  await client.started
  return client
}

type ClientParts = Pick<Engine, 'statementKey'> & {
  /** What both threads have. */
  readonly inbox: Inbox
  readonly confirmation: Confirmation
  readonly log: NonNullable<EngineOptions['log']>
}

class EngineClient implements Engine {
  readonly started: Promise<void>
  readonly statementKey: string
  readonly #worker: Worker
  readonly #inbox: Inbox
  readonly #confirmation: Confirmation
  readonly #outcomes = new Map<number, (outcome: Outcome) => void>()
  readonly #answers = new Map<number, (answer: StateAnswer | null) => void>()
  readonly #committed = new Set<(batch: CommittedBatch) => void>()
  readonly #changed = new Set<(status: EngineStatus) => void>()
  readonly #settling = new Settling(() => this.#send({ kind: 'hurry' }))
  readonly #submissions = new SubmissionWriter()
  /** Whose commands are among the submissions. */
  #submitted: number[] = []
  readonly #log: NonNullable<EngineOptions['log']>
  /** The last row that listeners were given: after a reload the engine may tell it once more. */
  #deliveredRow = 0
  #status = notStarted
  #token = 0
  #onStarted: (() => void) | null = null
  #onFatal: ((error: Error) => void) | null = null
  #onStopped: (() => void) | null = null

  constructor(worker: Worker, { inbox, confirmation, statementKey, log }: ClientParts) {
    this.#worker = worker
    this.#inbox = inbox
    this.#confirmation = confirmation
    this.#log = log
    this.statementKey = statementKey
    this.started = new Promise((resolve, reject) => {
      this.#onStarted = resolve
      this.#onFatal = reject
    })
    worker.on('message', (messages: readonly FromWorker[]) => {
      for (const message of messages) this.#receive(message)
    })
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#end())
  }

  submit(command: Command, id: CommandId | null): Promise<Outcome> {
    if (this.#isOver) return Promise.resolve({ status: 'unavailable' })
    return new Promise((resolve, reject) => {
      const token = this.#token++
      try {
        this.#submissions.add(token, { command, id })
      } catch (error) {
        // No block can hold it: a caller's mistake, not an outcome.
        reject(error instanceof Error ? error : new Error(String(error)))
        return
      }
      this.#outcomes.set(token, resolve)
      this.#submitted.push(token)
      // All commands of one turn in one block.
      if (this.#submissions.count === 1) setImmediate(() => this.#flush())
    })
  }

  async submitPast(timeMs: number, commands: readonly Command[]): Promise<boolean> {
    if (this.#isOver) return false
    const token = this.#token++
    const writer = new SubmissionWriter()
    for (const command of commands) writer.add(noToken, { command, id: null })
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#outcomes.set(token, resolve)
      this.#send({ kind: 'past', token, timeMs, bytes: writer.take() })
    })
    return outcome.status === 'accepted'
  }

  settled(accountId: number): Promise<boolean> {
    return this.#settling.settled(accountId, settleTimeoutMs)
  }

  async picture(marketId: number): Promise<BookPicture> {
    const answer = await this.#ask({ of: 'book', marketId })
    const picture = answer?.of === 'book' ? answer.picture : null
    return picture ?? { marketId, seq: 0, bids: [], asks: [] }
  }

  async hold(holdId: number): Promise<KnownHold> {
    const answer = await this.#ask({ of: 'hold', holdId })
    return answer?.of === 'hold' ? { status: 'known', hold: answer.hold } : { status: 'later' }
  }

  async moment(asked: MomentAsked): Promise<KnownMoment> {
    const answer = await this.#ask({ of: 'moment', ...asked })
    return answer?.of === 'moment'
      ? { status: 'known', available: answer.available, holds: answer.holds }
      : { status: 'later' }
  }

  async stateHold(holdId: number): Promise<StatedHold> {
    const answer = await this.#ask({ of: 'statement', holdId })
    return answer?.of === 'statement'
      ? { status: 'known', statement: answer.statement }
      : { status: 'later' }
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    this.#committed.add(listener)
    return () => this.#committed.delete(listener)
  }

  onStateChanged(listener: (status: EngineStatus) => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  status(): EngineStatus {
    return { ...this.#status, waiting: this.#outcomes.size }
  }

  isCurrent(): boolean {
    const { state } = this.#status
    const isTrusted = state === 'leading' || state === 'reloading'
    return isTrusted && this.#confirmation.isValidAt(momentNow())
  }

  async stop(): Promise<void> {
    if (this.#isOver) return
    await new Promise<void>((resolve) => {
      this.#onStopped = resolve
      this.#send({ kind: 'stop' })
    })
  }

  /** Whether there is nobody left to answer. */
  get #isOver(): boolean {
    return this.#status.state === 'stopped' || this.#status.state === 'failed'
  }

  #ask(question: Question): Promise<StateAnswer | null> {
    if (this.#isOver) return Promise.resolve(null)
    const token = this.#token++
    return new Promise((resolve) => {
      this.#answers.set(token, resolve)
      this.#send({ kind: 'question', token, question })
    })
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #flush(): void {
    const tokens = this.#submitted
    this.#submitted = []
    if (this.#inbox.put(this.#submissions.take())) {
      if (this.#inbox.takeWakeUp()) this.#send({ kind: 'wake' })
    } else {
      for (const token of tokens) this.#resolve(token, { status: 'overloaded' })
    }
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'committed':
        return this.#deliver(message)
      case 'outcome':
        return this.#resolve(message.token, message.outcome)
      case 'answer':
        this.#answers.get(message.token)?.(message.answer)
        this.#answers.delete(message.token)
        return
      case 'projected':
        this.#status = { ...this.#status, projectedRow: message.row }
        return this.#settling.projected(message.row)
      case 'status':
        return this.#changeStatus(message.status)
      case 'log':
        return this.#log(message.level, message.message)
      case 'fatal':
        return this.#fail(new BootRefused(message.message))
      case 'stopped':
        return this.#end()
    }
  }

  /** Listeners first, so that what a caller is told is never ahead of what everybody sees. */
  #deliver(message: CommittedMessage): void {
    const { row, firstSeq, lastSeq, timeMs } = message
    const lists = decodeEvents(message.events)
    const commands = lists.map((events, place) => ({ seq: firstSeq + place, events }))
    const balances = decodeBalances(message.balances)
    const batch: CommittedBatch = { row, seq: lastSeq, timeMs, commands, balances }
    if (row > this.#deliveredRow) {
      this.#deliveredRow = row
      this.#status = { ...this.#status, committedRow: row, lastSeq }
      this.#settling.committed(batch)
      for (const listener of this.#committed) this.#tell(() => listener(batch))
    }
    for (const [place, token] of message.tokens.entries()) {
      if (token === noToken) continue
      this.#resolve(token, outcomeOf(firstSeq + place, timeMs, lists[place] ?? []))
    }
  }

  #resolve(token: number, outcome: Outcome): void {
    this.#outcomes.get(token)?.(outcome)
    this.#outcomes.delete(token)
  }

  #changeStatus(status: EngineStatus): void {
    this.#status = status
    if (status.state === 'leading') this.#settling.leads(status.committedRow)
    if (status.state === 'leading' || status.state === 'standby') this.#onStarted?.()
    for (const listener of this.#changed) this.#tell(() => listener(status))
  }

  /** A listener that breaks keeps nobody else from what he is told. */
  #tell(listen: () => void): void {
    try {
      listen()
    } catch (error) {
      this.#log('error', `a listener broke: ${String(error)}`)
    }
  }

  /** What was not answered by now may have been committed. */
  #leaveUnanswered(): void {
    for (const token of this.#outcomes.keys()) this.#resolve(token, { status: 'unknown' })
    for (const resolve of this.#answers.values()) resolve(null)
    this.#answers.clear()
  }

  #fail(error: Error): void {
    this.#log('error', error.message)
    this.#leaveUnanswered()
    this.#onFatal?.(error)
    this.#changeStatus({ ...this.#status, state: 'failed' })
    // It has no more to say; left alone it would keep the process alive.
    void this.#worker.terminate()
  }

  /** The worker is gone: because it was told to stop, or because it broke. */
  #end(): void {
    if (!this.#isOver && this.#onStopped === null) {
      return this.#fail(new Error('The engine ended by itself.'))
    }
    this.#leaveUnanswered()
    this.#onStopped?.()
  }
}
