/**
 * The engine within its worker: waits for the lease, recovers, leads. After any failure the writer is dropped
 * and a new one is created from the database; waiting commands stay in the queue.
 */
import { randomInt } from 'node:crypto'
import { createExchange, rememberedMax, restoreExchange } from '@tukar/core'
import type pg from 'pg'
import { createTurns, oneAtATime } from './control/turns.ts'
import {
  readEndMark,
  saveMark,
  laterMark,
  type Mark,
  readMark,
  requireAcknowledged,
} from './acknowledged.ts'
import { pruneAnswers } from './committing/answers.ts'
import type { AppliedBatch, Pending } from './committing/batch.ts'
import { BootRefused, checkReplication, checkSchema } from './recovery/boot-checks.ts'
import { readSubmissions, type Submission } from './codec/index.ts'
import { Committer, committedMessage } from './committing/committer.ts'
import { Confirmation, momentNow } from './confirmation.ts'
import { createHoldStater } from './hold-statement.ts'
import { Inbox } from './thread/inbox.ts'
import { close, type Connections, connectControl, connectWriter, cut } from './connections.ts'
import { releaseLease, LeaseLost, leaseRenewMs, renewLease, acquireLease } from './control/lease.ts'
import type { ToWorker, WorkerOptions } from './thread/messages.ts'
import type { Outbox } from './thread/outbox.ts'
import type { EngineState } from './port.ts'
import { loadProjections, type Projection } from './projector/projection.ts'
import { createSeal, type Seal } from './seal.ts'
import { sealOldRows } from './recovery/seal-old-rows.ts'
import { RepeatedErrors } from './control/repeated-errors.ts'
import { type Core, openWriter, type Writer } from './writer.ts'

/** How long callers wait for a reload before they get `unavailable`. */
const reloadPatienceMs = 2_000
const retryFirstMs = 20
const retryMaxMs = 1_000
const stopPatienceMs = 5_000
const pollMs = 5
const pruneEveryMs = 60_000
const dropMs = 1_000
/** After this long without errors, the count of equal errors starts again. */
const calmAfterMs = 60_000
const saltMax = 2 ** 32

/** The real core; tests replace it to inject faults. */
export function plainCore(options: Pick<WorkerOptions, 'rememberedMax'>): Core {
  const salt = randomInt(saltMax)
  const memory = { rememberedMax: options.rememberedMax ?? rememberedMax, salt }
  return {
    create: () => createExchange(memory),
    restore: (state) => restoreExchange(state, memory),
    rememberedMax: memory.rememberedMax,
  }
}

export class Host {
  readonly #options: WorkerOptions
  readonly #outbox: Outbox
  readonly #core: Core
  readonly #seal: Seal
  readonly #committer: Committer
  readonly #inbox: Inbox
  readonly #confirmation: Confirmation
  #state: EngineState = 'starting'
  #writer: Writer | null = null
  #control: pg.Client | null = null
  /** All questions over `#control`, one at a time. */
  #inTurn = createTurns()
  #clients: pg.Client[] = []
  #projections: readonly Projection[] = []
  /** The last row delivered to listeners; null if they must reload from snapshots. */
  #deliveredRow: number | null
  readonly #repeatedErrors = new RepeatedErrors()
  #isStopping = false
  /** The current attempt to lead, or the last one. */
  #leading: Promise<void> = Promise.resolve()
  #isOutOfPatience = false
  #patience: NodeJS.Timeout | null = null
  #renewal: NodeJS.Timeout | null = null
  #prunedAtMs = performance.now()
  /** The end of the journal as last read while another server led. */
  #seen: Mark | null = null
  #savedRow = 0
  #isSaving = false
  #ledSinceMs = 0

  constructor(options: WorkerOptions, outbox: Outbox, core = plainCore(options)) {
    this.#options = options
    this.#outbox = outbox
    this.#core = core
    this.#seal = createSeal(options.secret)
    this.#deliveredRow = options.deliveredRow
    this.#inbox = new Inbox(options.inbox)
    this.#confirmation = new Confirmation(options.confirmation)
    this.#committer = new Committer(outbox, this.#seal, {
      onWriterFailed: (error) => this.#reload(error),
      readInbox: () => this.#readInbox(),
      onIdle: () => this.#listen(),
    })
  }

  /** Starts leading as soon as the lease is free. */
  async start(): Promise<void> {
    try {
      this.#projections = await loadProjections(this.#options.projections)
    } catch (error) {
      return this.#fail(String(error))
    }
    this.#leading = this.#lead()
    await this.#leading
  }

  receive(message: Exclude<ToWorker, { kind: 'stop' }>): void {
    switch (message.kind) {
      case 'wake':
        return this.#listen()
      case 'past':
        return this.#committer.submitPast({
          token: message.token,
          timeMs: message.timeMs,
          commands: readSubmissions(message.bytes).map(toPending),
        })
      case 'question':
        this.#committer.ask(message.token, message.question)
        if (!this.#isAwaited) this.#committer.dropQuestions()
        return
      case 'hurry':
        this.#writer?.projector.hurry()
    }
  }

  /** Whether commands should wait for this engine. */
  get #isAwaited(): boolean {
    if (this.#isStopping) return false
    const isComing = this.#state === 'reloading' || this.#state === 'starting'
    return this.#state === 'leading' || (isComing && !this.#isOutOfPatience)
  }

  /** Makes the sender wake this thread for the next command; a running committer reads the inbox itself. */
  #listen(): void {
    if (!this.#committer.isRunning) this.#inbox.sleep()
    this.#readInbox()
    if (this.#committer.isRunning) this.#inbox.wake()
  }

  #readInbox(): void {
    for (const block of this.#inbox.take()) this.#submit(block)
  }

  #submit(bytes: Uint8Array): void {
    for (const submission of readSubmissions(bytes)) {
      if (this.#isAwaited) this.#committer.submit(toPending(submission))
      else {
        const { token } = submission
        this.#outbox.add({ kind: 'outcome', token, outcome: { status: 'unavailable' } })
      }
    }
  }

  /** Commits waiting commands, drains the projector, closes the connections. */
  async stop(): Promise<void> {
    this.#readInbox()
    this.#isStopping = true
    this.#stopTimers()
    const until = performance.now() + stopPatienceMs
    while (this.#state === 'leading' && !this.#committer.isIdle && performance.now() < until) {
      await sleep(pollMs)
    }
    this.#readInbox()
    this.#committer.giveUp()
    this.#committer.dropQuestions()
    // A recovery under way opens connections that must be closed too.
    await within(stopPatienceMs, this.#leading)
    await within(stopPatienceMs, this.#writer?.projector.drained())
    await this.#saveMark()
    const control = this.#control
    if (control !== null && this.#state === 'leading') {
      await this.#inTurn(() => releaseLease(control)).catch(() => undefined)
    }
    await this.#disconnect()
    this.#setState('stopped')
    this.#outbox.add({ kind: 'stopped' })
    this.#outbox.flush()
  }

  #setState(state: EngineState): void {
    this.#state = state
    this.#outbox.add({
      kind: 'status',
      status: {
        state,
        epoch: this.#writer?.epoch ?? 0,
        lastSeq: this.#writer?.exchange.seq ?? 0,
        committedRow: this.#writer?.row ?? 0,
        projectedRow: this.#writer?.projector.projectedRow ?? 0,
        waiting: this.#committer.waiting,
      },
    })
  }

  /** Connects, waits for the lease and recovers; repeats until it leads or must give up. */
  async #lead(): Promise<void> {
    for (let waitMs = retryFirstMs; !this.#isStopping; waitMs = Math.min(waitMs * 2, retryMaxMs)) {
      let control: pg.Client | null = null
      try {
        control = await this.#open(() => connectControl(this.#options.databaseUrl))
        await this.#waitForLease(control)
        if (!this.#isStopping) await this.#recover(control)
        return
      } catch (error) {
        this.#writer = null
        // Releases the lease, so that a server that can lead on this database need not wait until it lapses.
        const isRefused = error instanceof BootRefused
        if (isRefused && control !== null) await within(dropMs, releaseLease(control))
        cut(this.#clients.splice(0))
        if (isRefused) return this.#fail(error.message)
        const sentence = this.#repeatedErrors.note(error)
        if (sentence !== null) return this.#fail(sentence)
        this.#outbox.log('warn', `engine cannot lead yet, trying again: ${String(error)}`)
        await sleep(waitMs)
      }
    }
  }

  async #open(connect: () => Promise<pg.Client>): Promise<pg.Client> {
    const client = await connect()
    this.#clients.push(client)
    return client
  }

  async #waitForLease(control: pg.Client): Promise<void> {
    while (!this.#isStopping && !(await acquireLease(control))) {
      if (this.#state !== 'standby') this.#standBy()
      this.#seen = laterMark(this.#seen, await readEndMark(control, this.#seal, this.#known()))
      await this.#saveMark()
      await this.#committer.resolveInFlight(control)
      this.#committer.giveUp()
      await sleep(leaseRenewMs)
    }
  }

  /** Another server leads: this server's listeners do not see its batches. */
  #standBy(): void {
    this.#stopTimers()
    this.#deliveredRow = null
    this.#setState('standby')
    this.#committer.dropQuestions()
  }

  async #recover(control: pg.Client): Promise<void> {
    const { migrations, needsReplica } = this.#options
    // The schema may have changed while another server led.
    if (migrations !== null) await checkSchema(control, migrations)
    if (needsReplica) await checkReplication(control)
    const { journal, tables } = await connectWriter(this.#options.databaseUrl)
    this.#clients.push(journal, tables)
    this.#control = control
    this.#inTurn = createTurns()
    const tail: AppliedBatch[] = []
    const { seeds, firstTimeMs } = this.#options
    const connections = { control, journal, tables }
    const acknowledged = await this.#sealOldRows(connections)
    const common = { core: this.#core, seal: this.#seal, projections: this.#projections }
    const stateHold = createHoldStater(this.#options.secret)
    const options = { ...common, seeds, firstTimeMs, acknowledged, stateHold }
    const early: unknown[] = []
    const writer = await openWriter(connections, options, {
      onTail: (batch) => this.#noteTail(tail, batch),
      onProjected: (row) => this.#noteProjected(row),
      onFailed: (error) => {
        early.push(error)
        this.#reload(error)
      },
    })
    // The lease may have lapsed during the recovery.
    await this.#confirm(control)
    this.#writer = writer
    const { row, mac } = writer
    this.#seen = laterMark(this.#seen, { row, hash: writer.exchange.hash(), mac })
    await this.#saveMark()
    this.#deliverTail(writer, tail)
    await this.#committer.resume(writer, control, this.#inTurn)
    // A failure before this engine led did not cause a reload.
    if (early.length > 0) throw early[0]
    if (this.#isStopping) return
    this.#stopTimers()
    this.#isOutOfPatience = false
    this.#setState('leading')
    this.#ledSinceMs = performance.now()
    const inTurn = this.#inTurn
    const renew = oneAtATime(() => inTurn(() => this.#renew(control, writer)))
    this.#renewal = setInterval(() => void renew(), leaseRenewMs)
  }

  /** Seals rows of older versions, if this server knows that the journal is not sealed yet. */
  async #sealOldRows(connections: Connections): Promise<Mark | null> {
    const { acknowledgedFile } = this.#options
    const known = this.#known()
    if (acknowledgedFile === null || known === null || known.mac !== null) return known
    await requireAcknowledged(connections.journal, known)
    const end = await sealOldRows(connections, this.#seal)
    if (end === null) return known
    // Stored before the engine leads: from now on a row without a seal is refused.
    await saveMark(acknowledgedFile, end)
    return end
  }

  /** What this server knows of the journal. */
  #known(): Mark | null {
    return laterMark(this.#lastAcknowledged(), this.#savedMark())
  }

  /** The last row known to be acknowledged, by this server or by another one that led. */
  #lastAcknowledged(): Mark | null {
    return laterMark(this.#committer.acknowledged, this.#seen)
  }

  #savedMark(): Mark | null {
    const file = this.#options.acknowledgedFile
    return file === null ? null : readMark(file)
  }

  /** Stores the mark about once a second; a full disk does not stop the engine. */
  async #saveMark(): Promise<void> {
    const file = this.#options.acknowledgedFile
    const mark = this.#lastAcknowledged()
    if (file === null || mark === null || mark.row <= this.#savedRow || this.#isSaving) return
    this.#isSaving = true
    try {
      await saveMark(file, mark)
      this.#savedRow = mark.row
    } catch (error) {
      this.#outbox.log('warn', `mark of the last acknowledged row not saved: ${String(error)}`)
    }
    this.#isSaving = false
  }

  #noteTail(tail: AppliedBatch[], batch: AppliedBatch): void {
    this.#committer.addTail(batch)
    if (this.#deliveredRow !== null && batch.row > this.#deliveredRow) tail.push(batch)
  }

  #noteProjected(row: number): void {
    this.#committer.projected(row)
    this.#outbox.add({ kind: 'projected', row })
  }

  /**
   * Delivers rows that were committed without the listeners' knowledge. If some are no longer available, the
   * listeners must reload.
   */
  #deliverTail(writer: Writer, tail: readonly AppliedBatch[]): void {
    if (this.#deliveredRow !== null && writer.loadedRow > this.#deliveredRow) this.#standBy()
    if (this.#deliveredRow === null) return
    for (const batch of tail) this.#outbox.add({ ...committedMessage(batch), tokens: [] })
  }

  /** Renews the lease: this server is current for one lease duration from the start of this call. */
  async #confirm(control: pg.Client): Promise<void> {
    const requestedAt = momentNow()
    try {
      await renewLease(control)
    } catch (error) {
      if (error instanceof LeaseLost) this.#confirmation.revoke()
      throw error
    }
    this.#confirmation.confirm(requestedAt)
  }

  async #renew(control: pg.Client, writer: Writer): Promise<void> {
    try {
      await this.#confirm(control)
      if (this.#options.needsReplica) await checkReplication(control)
      if (performance.now() >= this.#ledSinceMs + calmAfterMs) this.#repeatedErrors.reset()
    } catch (error) {
      if (this.#writer === writer) return this.#reload(error)
    }
    void this.#saveMark()
    if (this.#writer === writer) await this.#prune(control)
  }

  /** A failed pruning is repeated later; it does not stop the engine. */
  async #prune(control: pg.Client): Promise<void> {
    const nowMs = performance.now()
    if (nowMs < this.#prunedAtMs + pruneEveryMs) return
    try {
      if ((await pruneAnswers(control, Date.now())) > 0) return
    } catch (error) {
      this.#outbox.log('warn', `expired command results not deleted: ${String(error)}`)
    }
    this.#prunedAtMs = nowMs
  }

  /** Drops the writer with its state, and recovers from the database. */
  #reload(cause: unknown): void {
    if (this.#state !== 'leading' || this.#isStopping) return
    this.#outbox.log('warn', `engine reloads after an error: ${String(cause)}`)
    const projector = this.#writer?.projector
    this.#deliveredRow = this.#writer?.row ?? this.#deliveredRow
    this.#writer = null
    this.#control = null
    this.#committer.halt()
    this.#stopTimers()
    this.#setState('reloading')
    this.#patience = setTimeout(() => this.#losePatience(), reloadPatienceMs)
    const clients = this.#clients.splice(0)
    const sentence = this.#repeatedErrors.note(cause)
    if (sentence !== null) {
      cut(clients)
      return this.#fail(sentence)
    }
    void within(reloadPatienceMs / 4, projector?.stop())
      .then(() => cut(clients))
      .then(() => {
        this.#leading = this.#lead()
        return this.#leading
      })
  }

  #losePatience(): void {
    this.#isOutOfPatience = true
    this.#committer.giveUp()
    this.#committer.dropQuestions()
  }

  #stopTimers(): void {
    if (this.#renewal !== null) clearInterval(this.#renewal)
    if (this.#patience !== null) clearTimeout(this.#patience)
    this.#renewal = null
    this.#patience = null
  }

  #fail(message: string): void {
    this.#stopTimers()
    this.#isOutOfPatience = true
    this.#setState('failed')
    this.#committer.giveUp()
    this.#committer.dropQuestions()
    this.#outbox.add({ kind: 'fatal', message })
    this.#outbox.flush()
  }

  async #disconnect(): Promise<void> {
    this.#writer = null
    this.#control = null
    await close(this.#clients.splice(0))
  }
}

function toPending({ token, envelope, bytes }: Submission): Pending {
  return { token, envelope, bytes, isSuspect: false, isLookedUp: false }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Waits for a task to end, successfully or not, up to a limit; leaves no timer that keeps the thread alive.
 */
async function within(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work?.catch(() => undefined), tooLong])
  clearTimeout(timer)
}
