/**
 * The engine inside its worker: waits for the lease, recovers, leads. After any doubt the writer is thrown
 * away and made again from the database, and what waited goes on.
 */
import { randomInt } from 'node:crypto'
import { createExchange, rememberedMax, restoreExchange } from '@tukar/core'
import type pg from 'pg'
import { createTurns, oneAtATime } from './control/turns.ts'
import {
  endOf,
  keepMark,
  laterOf,
  type Mark,
  readMark,
  requireAcknowledged,
} from './acknowledged.ts'
import { pruneAnswers } from './answers.ts'
import type { AppliedBatch, Pending } from './batch.ts'
import { BootRefused, checkReplication, checkSchema } from './boot-checks.ts'
import { readSubmissions, type Submission } from './codec/index.ts'
import { Committer, committedMessage } from './committer.ts'
import { Confirmation, momentNow } from './confirmation.ts'
import { createHoldStater } from './hold-statement.ts'
import { Inbox } from './inbox.ts'
import { close, type Connections, connectControl, connectWriter, cut } from './connections.ts'
import { dropLease, LeaseLost, leaseRenewMs, renewLease, takeLease } from './lease.ts'
import type { ToWorker, WorkerOptions } from './messages.ts'
import type { Outbox } from './outbox.ts'
import type { EngineState } from './port.ts'
import { loadProjections, type Projection } from './projector/projection.ts'
import { createSeal, type Seal } from './seal.ts'
import { sealOldRows } from './seal-old-rows.ts'
import { Trouble } from './trouble.ts'
import { type Core, openWriter, type Writer } from './writer.ts'

/** How long callers wait for a reload before they are told. */
const reloadPatienceMs = 2_000
const retryFirstMs = 20
const retryMaxMs = 1_000
const stopPatienceMs = 5_000
const pollMs = 5
const pruneEveryMs = 60_000
const dropMs = 1_000
/** Trouble that comes again after so long is counted anew. */
const calmAfterMs = 60_000
const saltMax = 2 ** 32

/** The core as it is; tests plant faults by another one. */
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
  /** The last row that listeners were given; null if they have to begin again. */
  #deliveredRow: number | null
  readonly #trouble = new Trouble()
  #isStopping = false
  /** The way to lead that is under way, or the last one. */
  #leading: Promise<void> = Promise.resolve()
  #isOutOfPatience = false
  #patience: NodeJS.Timeout | null = null
  #renewal: NodeJS.Timeout | null = null
  #prunedAtMs = performance.now()
  /** The end of the journal as it was seen while another one led. */
  #seen: Mark | null = null
  #keptRow = 0
  #isKeeping = false
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
      onDoubt: (error) => this.#reload(error),
      takeIn: () => this.#takeIn(),
      onIdle: () => this.#listen(),
    })
  }

  /** Begins to lead as soon as the lease is free. */
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

  /** Whether it is worth waiting for this engine. */
  get #isAwaited(): boolean {
    if (this.#isStopping) return false
    const isComing = this.#state === 'reloading' || this.#state === 'starting'
    return this.#state === 'leading' || (isComing && !this.#isOutOfPatience)
  }

  /** Has the sender wake us for the next command, unless there is one: then the committer looks itself. */
  #listen(): void {
    if (!this.#committer.isRunning) this.#inbox.sleep()
    this.#takeIn()
    if (this.#committer.isRunning) this.#inbox.wake()
  }

  #takeIn(): void {
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

  /** Finishes what waits, drains the projector, closes the connections. */
  async stop(): Promise<void> {
    this.#takeIn()
    this.#isStopping = true
    this.#stopTimers()
    const until = performance.now() + stopPatienceMs
    while (this.#state === 'leading' && !this.#committer.isIdle && performance.now() < until) {
      await pause(pollMs)
    }
    this.#takeIn()
    this.#committer.giveUp()
    this.#committer.dropQuestions()
    // A recovery that is under way opens connections that have to be closed too.
    await within(stopPatienceMs, this.#leading)
    await within(stopPatienceMs, this.#writer?.projector.drained())
    await this.#keepMark()
    const control = this.#control
    if (control !== null && this.#state === 'leading') {
      await this.#inTurn(() => dropLease(control)).catch(() => undefined)
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

  /** Connects, waits for the lease and recovers, again and again until it leads or must give up. */
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
        // Whoever may lead on what was refused here does not wait until the lease lapses.
        const isRefused = error instanceof BootRefused
        if (isRefused && control !== null) await within(dropMs, dropLease(control))
        cut(this.#clients.splice(0))
        if (isRefused) return this.#fail(error.message)
        const sentence = this.#trouble.note(error)
        if (sentence !== null) return this.#fail(sentence)
        this.#outbox.log('warn', `engine cannot lead yet: ${String(error)}`)
        await pause(waitMs)
      }
    }
  }

  async #open(connect: () => Promise<pg.Client>): Promise<pg.Client> {
    const client = await connect()
    this.#clients.push(client)
    return client
  }

  async #waitForLease(control: pg.Client): Promise<void> {
    while (!this.#isStopping && !(await takeLease(control))) {
      if (this.#state !== 'standby') this.#standBy()
      this.#seen = laterOf(this.#seen, await endOf(control, this.#seal, this.#known()))
      await this.#keepMark()
      await this.#committer.settleInFlight(control)
      this.#committer.giveUp()
      await pause(leaseRenewMs)
    }
  }

  /** Another server leads: whatever it commits passes our listeners by. */
  #standBy(): void {
    this.#stopTimers()
    this.#deliveredRow = null
    this.#setState('standby')
    this.#committer.dropQuestions()
  }

  async #recover(control: pg.Client): Promise<void> {
    const { migrations, needsReplica } = this.#options
    // It may have changed while another one led.
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
    // The lease may have lapsed meanwhile.
    await this.#confirm(control)
    this.#writer = writer
    const { row, mac } = writer
    this.#seen = laterOf(this.#seen, { row, hash: writer.exchange.hash(), mac })
    await this.#keepMark()
    this.#deliverTail(writer, tail)
    await this.#committer.resume(writer, control, this.#inTurn)
    // What failed before we led was not answered by a reload.
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

  /** Seals what versions before wrote, if this server knows the journal as one that is not sealed yet. */
  async #sealOldRows(connections: Connections): Promise<Mark | null> {
    const { acknowledgedFile } = this.#options
    const known = this.#known()
    if (acknowledgedFile === null || known === null || known.mac !== null) return known
    await requireAcknowledged(connections.journal, known)
    const end = await sealOldRows(connections, this.#seal)
    if (end === null) return known
    // Before it leads: from now on a row without a seal is refused.
    await keepMark(acknowledgedFile, end)
    return end
  }

  /** What this server knows of the journal. */
  #known(): Mark | null {
    return laterOf(this.#lastAcknowledged(), this.#keptMark())
  }

  /** What this process knows to have been acknowledged, by itself or by who led meanwhile. */
  #lastAcknowledged(): Mark | null {
    return laterOf(this.#committer.acknowledged, this.#seen)
  }

  #keptMark(): Mark | null {
    const file = this.#options.acknowledgedFile
    return file === null ? null : readMark(file)
  }

  /** Keeps it once a second; a disk that is full is no reason to stop. */
  async #keepMark(): Promise<void> {
    const file = this.#options.acknowledgedFile
    const mark = this.#lastAcknowledged()
    if (file === null || mark === null || mark.row <= this.#keptRow || this.#isKeeping) return
    this.#isKeeping = true
    try {
      await keepMark(file, mark)
      this.#keptRow = mark.row
    } catch (error) {
      this.#outbox.log('warn', `the last acknowledged row is not kept: ${String(error)}`)
    }
    this.#isKeeping = false
  }

  #noteTail(tail: AppliedBatch[], batch: AppliedBatch): void {
    this.#committer.addTail(batch)
    if (this.#deliveredRow !== null && batch.row > this.#deliveredRow) tail.push(batch)
  }

  #noteProjected(row: number): void {
    this.#committer.projected(row)
    this.#outbox.add({ kind: 'projected', row })
  }

  /** Listeners get what was committed behind their back; where that is gone they begin again. */
  #deliverTail(writer: Writer, tail: readonly AppliedBatch[]): void {
    if (this.#deliveredRow !== null && writer.loadedRow > this.#deliveredRow) this.#standBy()
    if (this.#deliveredRow === null) return
    for (const batch of tail) this.#outbox.add({ ...committedMessage(batch), tokens: [] })
  }

  /** Renews the lease: what this server knows is the exchange's until so long after it asked. */
  async #confirm(control: pg.Client): Promise<void> {
    const askedAt = momentNow()
    try {
      await renewLease(control)
    } catch (error) {
      if (error instanceof LeaseLost) this.#confirmation.revoke()
      throw error
    }
    this.#confirmation.confirm(askedAt)
  }

  async #renew(control: pg.Client, writer: Writer): Promise<void> {
    try {
      await this.#confirm(control)
      if (this.#options.needsReplica) await checkReplication(control)
      if (performance.now() >= this.#ledSinceMs + calmAfterMs) this.#trouble.over()
    } catch (error) {
      if (this.#writer === writer) return this.#reload(error)
    }
    void this.#keepMark()
    if (this.#writer === writer) await this.#prune(control)
  }

  /** What cannot be forgotten now is forgotten later: no reason to stop. */
  async #prune(control: pg.Client): Promise<void> {
    const nowMs = performance.now()
    if (nowMs < this.#prunedAtMs + pruneEveryMs) return
    try {
      if ((await pruneAnswers(control, Date.now())) > 0) return
    } catch (error) {
      this.#outbox.log('warn', `old answers are kept for now: ${String(error)}`)
    }
    this.#prunedAtMs = nowMs
  }

  /** Drops the writer and everything it holds, and begins again from the database. */
  #reload(cause: unknown): void {
    if (this.#state !== 'leading' || this.#isStopping) return
    this.#outbox.log('warn', `engine reloads: ${String(cause)}`)
    const projector = this.#writer?.projector
    this.#deliveredRow = this.#writer?.row ?? this.#deliveredRow
    this.#writer = null
    this.#control = null
    this.#committer.halt()
    this.#stopTimers()
    this.#setState('reloading')
    this.#patience = setTimeout(() => this.#losePatience(), reloadPatienceMs)
    const clients = this.#clients.splice(0)
    const sentence = this.#trouble.note(cause)
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for work to end, well or badly, but not longer; leaves no timer that keeps a thread alive. */
async function within(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work?.catch(() => undefined), tooLong])
  clearTimeout(timer)
}
