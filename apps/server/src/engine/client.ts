/** The engine as the rest of the server sees it: a worker behind `port.ts`. */
import { Worker } from 'node:worker_threads'
import type { Command } from '@tukar/core'
import { outcomeOf } from './answers.ts'
import { BootRefused } from './boot-checks.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import {
  type BookPicture,
  type CommittedBatch,
  type Engine,
  type EngineStatus,
  type Outcome,
  settleTimeoutMs,
} from './port.ts'
import { Settling } from './settling.ts'

export type EngineOptions = {
  readonly databaseUrl: string
  /** The first commands of an empty journal: what is listed. */
  readonly seeds: readonly Command[]
  /** The time of the seeds of an empty journal, if history is to be made behind it; else now. */
  readonly firstTimeMs?: number
  readonly log?: (level: 'info' | 'warn' | 'error', message: string) => void
  /** The worker's file; another one only in tests that plant a fault. */
  readonly workerUrl?: URL
}

const notStarted: EngineStatus = {
  state: 'starting',
  epoch: 0,
  lastSeq: 0,
  committedRow: 0,
  projectedRow: 0,
  waiting: 0,
}

/**
 * Starts the engine and resolves once it leads or stands by.
 *
 * @throws BootRefused with one sentence for the operator, if what it finds cannot be worked on
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl, seeds, firstTimeMs = null, log = () => undefined } = options
  const workerData: WorkerOptions = { databaseUrl, seeds, firstTimeMs }
  const worker = new Worker(options.workerUrl ?? new URL('./worker.js', import.meta.url), {
    workerData,
  })
  const client = new EngineClient(worker, log)
  await client.started
  return client
}

class EngineClient implements Engine {
  readonly started: Promise<void>
  readonly #worker: Worker
  readonly #outcomes = new Map<number, (outcome: Outcome) => void>()
  readonly #pictures = new Map<number, (picture: BookPicture | null) => void>()
  readonly #committed = new Set<(batch: CommittedBatch) => void>()
  readonly #changed = new Set<(status: EngineStatus) => void>()
  readonly #settling = new Settling()
  readonly #log: NonNullable<EngineOptions['log']>
  #outbox: Extract<ToWorker, { kind: 'submit' }>['items'][number][] = []
  #status = notStarted
  #token = 0
  #onStarted: (() => void) | null = null
  #onFatal: ((error: Error) => void) | null = null
  #onStopped: (() => void) | null = null

  constructor(worker: Worker, log: NonNullable<EngineOptions['log']>) {
    this.#worker = worker
    this.#log = log
    this.started = new Promise((resolve, reject) => {
      this.#onStarted = resolve
      this.#onFatal = reject
    })
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#onStopped?.())
  }

  submit(...[command, id]: Parameters<Engine['submit']>): Promise<Outcome> {
    return new Promise((resolve) => {
      const token = this.#token++
      this.#outcomes.set(token, resolve)
      if (this.#outbox.length === 0) setImmediate(() => this.#flush())
      this.#outbox.push({ token, command, id })
    })
  }

  async submitPast(timeMs: number, commands: readonly Command[]): Promise<boolean> {
    const token = this.#token++
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#outcomes.set(token, resolve)
      this.#send({ kind: 'past', token, timeMs, commands })
    })
    return outcome.status === 'accepted'
  }

  settled(accountId: number): Promise<boolean> {
    return this.#settling.settled(accountId, settleTimeoutMs)
  }

  async picture(marketId: number): Promise<BookPicture> {
    const token = this.#token++
    const picture = await new Promise<BookPicture | null>((resolve) => {
      this.#pictures.set(token, resolve)
      this.#send({ kind: 'picture', token, marketId })
    })
    return picture ?? { marketId, seq: 0, bids: [], asks: [] }
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

  async stop(): Promise<void> {
    if (this.#status.state === 'stopped') return
    await new Promise<void>((resolve) => {
      this.#onStopped = resolve
      this.#send({ kind: 'stop' })
    })
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #flush(): void {
    const items = this.#outbox
    this.#outbox = []
    this.#send({ kind: 'submit', items })
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'committed':
        return this.#deliver(message.batch, message.answers)
      case 'outcomes':
        for (const [token, outcome] of message.outcomes) this.#resolve(token, outcome)
        return
      case 'picture':
        this.#pictures.get(message.token)?.(message.picture)
        this.#pictures.delete(message.token)
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
        this.#onStopped?.()
    }
  }

  /** Listeners first, so that what a caller is told is never ahead of what everybody sees. */
  #deliver(batch: CommittedBatch, answers: readonly (readonly [number, number])[]): void {
    this.#status = { ...this.#status, committedRow: batch.row, lastSeq: batch.seq }
    this.#settling.committed(batch)
    for (const listener of this.#committed) listener(batch)
    for (const [token, place] of answers) {
      const command = batch.commands[place]
      if (command !== undefined) {
        this.#resolve(token, outcomeOf(command.seq, batch.timeMs, command.events))
      }
    }
  }

  #resolve(token: number, outcome: Outcome): void {
    this.#outcomes.get(token)?.(outcome)
    this.#outcomes.delete(token)
  }

  #changeStatus(status: EngineStatus): void {
    this.#status = status
    if (status.state === 'leading' || status.state === 'standby') this.#onStarted?.()
    for (const listener of this.#changed) listener(status)
  }

  #fail(error: Error): void {
    this.#log('error', error.message)
    for (const token of [...this.#outcomes.keys()]) this.#resolve(token, { status: 'unavailable' })
    this.#onFatal?.(error)
    this.#changeStatus({ ...this.#status, state: 'failed' })
  }
}
