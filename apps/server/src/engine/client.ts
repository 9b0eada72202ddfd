/** The engine for the rest of the server: a worker behind `port.ts`. */
import { Worker } from 'node:worker_threads'
import type { Command, CommandId } from '@tukar/core'
import { toOutcome } from './committing/answers.ts'
import { BootRefused } from './recovery/boot-checks.ts'
import { Confirmation, createConfirmationMemory, momentNow } from './confirmation.ts'
import { decodeBalances, decodeEvents, SubmissionWriter } from './codec/index.ts'
import { deriveStatementKey } from './hold-statement.ts'
import { createInboxMemory, Inbox } from './thread/inbox.ts'
import type {
  CommittedMessage,
  FromWorker,
  Question,
  StateAnswer,
  ToWorker,
  WorkerOptions,
} from './thread/messages.ts'
import {
  type BookSnapshot,
  type CommittedBatch,
  type Engine,
  type EngineStatus,
  type KnownHold,
  type KnownMoment,
  type MomentRequest,
  notStarted,
  type Outcome,
  projectionTimeoutMs,
  type StatedHold,
} from './port.ts'
import { ProjectionWaits } from './projection-waits.ts'
import { noToken } from './writer.ts'

export type EngineOptions = {
  readonly databaseUrl: string
  /** The engine's secret, at least 32 bytes; only the worker gets it. */
  readonly secret: Uint8Array
  /** The first commands of an empty journal: the listing. */
  readonly seeds: readonly Command[]
  /**
   * The time of the first row of an empty journal, for a simulation that generates past trades. An existing
   * journal continues at its own last time instead of now.
   */
  readonly firstTimeMs?: number
  /** Modules that export `project`: they act on events in the tables' transaction (R-63). */
  readonly projections?: readonly string[]
  /** The migrations of this version: with any others the engine does not lead. */
  readonly migrations?: readonly string[]
  /** Refuses a PostgreSQL that acknowledges a commit before a second one has it. */
  readonly needsReplica?: boolean
  /** The file with the last acknowledged row, so that the engine never leads on a database that lacks it. */
  readonly acknowledgedFile?: string
  readonly log?: (level: 'info' | 'warn' | 'error', message: string) => void
  /** How many command ids are remembered; tests may set another number than the core's default. */
  readonly rememberedMax?: number
  /** The worker's file; tests replace it to inject a fault. */
  readonly workerUrl?: URL
}

/**
 * Starts the engine; resolves once it leads or is a standby.
 *
 * @throws BootRefused with one sentence for the operator, if the database cannot be used
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
  const deps = {
    inbox: new Inbox(workerData.inbox),
    confirmation: new Confirmation(workerData.confirmation),
    statementKey: deriveStatementKey(secret),
    log,
  }
  const client = new EngineClient(new Worker(url, { workerData }), deps)
  await client.started
  return client
}

type ClientDeps = Pick<Engine, 'statementKey'> & {
  /** Shared by both threads. */
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
  readonly #projectionWaits = new ProjectionWaits(() => this.#send({ kind: 'hurry' }))
  readonly #submissions = new SubmissionWriter()
  /** The tokens of the collected submissions. */
  #submitted: number[] = []
  readonly #log: NonNullable<EngineOptions['log']>
  /** The last row delivered to listeners: after a reload the engine may send it again. */
  #deliveredRow = 0
  #status = notStarted
  #token = 0
  #onStarted: (() => void) | null = null
  #onFatal: ((error: Error) => void) | null = null
  #onStopped: (() => void) | null = null

  constructor(worker: Worker, { inbox, confirmation, statementKey, log }: ClientDeps) {
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
        // The command cannot be encoded: a caller's mistake, not an outcome.
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

  waitForProjection(accountId: number): Promise<boolean> {
    return this.#projectionWaits.waitForProjection(accountId, projectionTimeoutMs)
  }

  async bookSnapshot(marketId: number): Promise<BookSnapshot> {
    const answer = await this.#ask({ of: 'book', marketId })
    const snapshot = answer?.of === 'book' ? answer.snapshot : null
    return snapshot ?? { marketId, seq: 0, bids: [], asks: [] }
  }

  async hold(holdId: number): Promise<KnownHold> {
    const answer = await this.#ask({ of: 'hold', holdId })
    return answer?.of === 'hold' ? { status: 'known', hold: answer.hold } : { status: 'later' }
  }

  async moment(request: MomentRequest): Promise<KnownMoment> {
    const answer = await this.#ask({ of: 'moment', ...request })
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

  /** Whether the engine has ended and will answer no more. */
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
        return this.#projectionWaits.projected(message.row)
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

  /** Listeners run first, so that a caller's answer is never ahead of public data. */
  #deliver(message: CommittedMessage): void {
    const { row, firstSeq, lastSeq, timeMs } = message
    const lists = decodeEvents(message.events)
    const commands = lists.map((events, index) => ({ seq: firstSeq + index, events }))
    const balances = decodeBalances(message.balances)
    const batch: CommittedBatch = { row, seq: lastSeq, timeMs, commands, balances }
    if (row > this.#deliveredRow) {
      this.#deliveredRow = row
      this.#status = { ...this.#status, committedRow: row, lastSeq }
      this.#projectionWaits.committed(batch)
      for (const listener of this.#committed) this.#notify(() => listener(batch))
    }
    for (const [index, token] of message.tokens.entries()) {
      if (token === noToken) continue
      this.#resolve(token, toOutcome(firstSeq + index, timeMs, lists[index] ?? []))
    }
  }

  #resolve(token: number, outcome: Outcome): void {
    this.#outcomes.get(token)?.(outcome)
    this.#outcomes.delete(token)
  }

  #changeStatus(status: EngineStatus): void {
    this.#status = status
    if (status.state === 'leading') this.#projectionWaits.beginLeading(status.committedRow)
    if (status.state === 'leading' || status.state === 'standby') this.#onStarted?.()
    for (const listener of this.#changed) this.#notify(() => listener(status))
  }

  /** A failing listener does not keep others from being notified. */
  #notify(listen: () => void): void {
    try {
      listen()
    } catch (error) {
      this.#log('error', `a listener failed: ${String(error)}`)
    }
  }

  /** Commands that have no outcome by now may have been committed. */
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
    // The worker has ended its work; without this it would keep the process alive.
    void this.#worker.terminate()
  }

  /** The worker exited: because it was stopped, or because it failed. */
  #end(): void {
    if (!this.#isOver && this.#onStopped === null) {
      return this.#fail(new Error('The engine ended unexpectedly.'))
    }
    this.#leaveUnanswered()
    this.#onStopped?.()
  }
}
