/**
 * The engine inside its worker: what waits is applied together and committed in one row, one commit in
 * flight; the next batch collects meanwhile. After any doubt the writer is thrown away and made anew
 * from the database, and what waited goes on.
 */
import type { Command, CommandId, Envelope } from '@tukar/core'
import pg from 'pg'
import { isTooFarAhead, mayBeForgotten, RecentAnswers, sameBody, storedOutcome } from './answers.ts'
import { BootRefused } from './boot-checks.ts'
import { encodeCommands } from './codec/index.ts'
import { dropLease, leaseRenewMs, takeLease } from './lease.ts'
import type { FromWorker, WorkerOptions } from './messages.ts'
import type { CommittedBatch, EngineState, Outcome } from './port.ts'
import { CommandBroke, openWriter, type Writer } from './writer.ts'

/** The most commands in one journal row. */
const batchCommandsMax = 2_000
/** The most commands that wait; more are refused at once (INV-27). */
const waitingMax = 20_000
/** The most commands that the tables may be behind. */
const projectorLagMax = 100_000
/** How long callers wait for a reload before they are told. */
const reloadPatienceMs = 5_000
const retryFirstMs = 50
const retryMaxMs = 1_000

type Pending = { readonly token: number; readonly envelope: Envelope }

export type Host = {
  submit(token: number, command: Command, id: CommandId | null): void
  /** A batch of the past, before now and after what there is: how simulation makes its history. */
  submitPast(token: number, timeMs: number, commands: readonly Command[]): void
  picture(token: number, marketId: number): void
  stop(): Promise<void>
}

/** Starts the engine; it posts its status when it leads, stands by or fails. */
export function startHost(options: WorkerOptions, post: (message: FromWorker) => void): Host {
  let state: EngineState = 'starting'
  let writer: Writer | null = null
  let control: pg.Client | null = null
  let clients: pg.Client[] = []
  let waiting: Pending[] = []
  /** The batch whose commit is under way, or whose fate a reload must find out. */
  let inFlight: Pending[] = []
  /** Commands of a batch that broke the core are tried one by one. */
  let suspects = new Set<Pending>()
  let isBusy = false
  let isStopping = false
  let inFlightRow = -1
  let inFlightEpoch = -1
  let deliveredRow = -1
  let patience: NodeJS.Timeout | null = null
  let renewal: NodeJS.Timeout | null = null
  const recent = new RecentAnswers()

  function setState(next: EngineState): void {
    state = next
    post({
      kind: 'status',
      status: {
        state,
        epoch: writer?.epoch ?? 0,
        lastSeq: writer?.exchange.seq ?? 0,
        committedRow: writer?.row ?? 0,
        projectedRow: writer?.projector.projectedRow ?? 0,
        waiting: waiting.length,
      },
    })
  }

  function answer(pending: Pending, outcome: Outcome): void {
    post({ kind: 'outcomes', outcomes: [[pending.token, outcome]] })
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: 3_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }

  async function disconnect(): Promise<void> {
    const old = clients
    clients = []
    control = null
    await Promise.allSettled(old.map((client) => client.end()))
  }

  /** Connects, waits for the lease and recovers, again and again until it leads or must give up. */
  async function lead(): Promise<void> {
    for (let waitMs = retryFirstMs; !isStopping; waitMs = Math.min(waitMs * 2, retryMaxMs)) {
      try {
        control = await connect()
        if (!(await takeLease(control))) {
          if (state !== 'standby') setState('standby')
          failWaiting({ status: 'unavailable' })
          await disconnect()
          await pause(leaseRenewMs)
          continue
        }
        await recover()
        return
      } catch (error) {
        await disconnect()
        if (error instanceof BootRefused) {
          state = 'failed'
          failWaiting({ status: 'unavailable' })
          post({ kind: 'fatal', message: error.message })
          return
        }
        post({ kind: 'log', level: 'warn', message: `engine recovery: ${String(error)}` })
        await pause(waitMs)
      }
    }
  }

  async function recover(): Promise<void> {
    recent.clear()
    writer = await openWriter(
      { journal: await connect(), projector: await connect() },
      { seeds: options.seeds, firstTimeMs: options.firstTimeMs },
      {
        onRow: take,
        onProjected: (row) => {
          recent.projected(row)
          post({ kind: 'projected', row })
        },
        onFailed: reload,
      },
    )
    // The epoch is open now, so a batch that is not in the journal will never be.
    waiting = [...inFlight, ...waiting]
    inFlight = []
    if (patience !== null) clearTimeout(patience)
    patience = null
    setState('leading')
    renewal = setInterval(() => void renew(), leaseRenewMs)
    pump()
  }

  /** A row is in the journal: one of the tail, or the batch under way (same number, same epoch). */
  function take(batch: CommittedBatch, epoch: number): void {
    recent.add(batch)
    const isOurs = inFlight.length > 0 && inFlightRow === batch.row && inFlightEpoch === epoch
    const answers = isOurs ? inFlight.map(({ token }, place) => [token, place] as const) : []
    if (isOurs) inFlight = []
    if (batch.row <= deliveredRow) return
    deliveredRow = batch.row
    if (state === 'starting' || state === 'standby') return
    post({ kind: 'committed', batch, answers })
  }

  async function renew(): Promise<void> {
    if (control === null || state !== 'leading') return
    try {
      if (!(await takeLease(control))) reload(new Error('the lease was lost'))
    } catch (error) {
      reload(error)
    }
  }

  /** Drops the writer and everything it holds, and begins anew from the database. */
  function reload(cause: unknown): void {
    if (state === 'reloading' || state === 'failed' || isStopping) return
    post({ kind: 'log', level: 'warn', message: `engine reloads: ${String(cause)}` })
    const old = writer
    writer = null
    if (renewal !== null) clearInterval(renewal)
    setState('reloading')
    patience = setTimeout(losePatience, reloadPatienceMs)
    void (old?.projector.stop() ?? Promise.resolve())
      .catch(() => undefined)
      .then(disconnect)
      .then(lead)
  }

  function losePatience(): void {
    for (const pending of inFlight) answer(pending, { status: 'unknown' })
    failWaiting({ status: 'unavailable' })
  }

  function failWaiting(outcome: Outcome): void {
    const failed = waiting
    waiting = []
    for (const pending of failed) answer(pending, outcome)
  }

  function pump(): void {
    if (isBusy || writer === null || state !== 'leading' || waiting.length === 0) return
    isBusy = true
    void commitNext(writer)
      .catch((error: unknown) => {
        if (error instanceof CommandBroke) suspects = new Set(inFlight)
        if (error instanceof CommandBroke) waiting = [...inFlight, ...waiting]
        if (error instanceof CommandBroke) inFlight = []
        reload(error)
      })
      .finally(() => {
        isBusy = false
        pump()
      })
  }

  async function commitNext(current: Writer): Promise<void> {
    const isSuspect = waiting[0] !== undefined && suspects.has(waiting[0])
    const taken = waiting.splice(0, isSuspect ? 1 : batchCommandsMax)
    const fresh: Pending[] = []
    const repeats: Pending[] = []
    const names = new Set<string>()
    for (const pending of taken) {
      const { id } = pending.envelope
      const name = id === null ? '' : `${id.scope}/${id.words.join()}`
      if (id !== null && (names.has(name) || current.exchange.recall(id) !== null)) {
        repeats.push(pending)
      } else if (await mayApply(current, pending)) {
        names.add(name)
        fresh.push(pending)
      }
    }
    if (fresh.length > 0) await commitBatch(current, fresh)
    for (const pending of repeats) await repeat(current, pending)
  }

  async function commitBatch(current: Writer, fresh: Pending[]): Promise<void> {
    inFlight = fresh
    inFlightRow = current.row + 1
    inFlightEpoch = current.epoch
    const [only] = fresh
    if (fresh.length === 1 && only !== undefined && suspects.has(only)) {
      suspects.delete(only)
      return commitSuspect(current, only)
    }
    await current.commit(
      fresh.map(({ envelope }) => envelope),
      Date.now(),
    )
  }

  /** A command of a batch that broke the core, alone: if it breaks it again it is set aside. */
  async function commitSuspect(current: Writer, pending: Pending): Promise<void> {
    try {
      await current.commit([pending.envelope], Date.now())
    } catch (error) {
      if (!(error instanceof CommandBroke)) throw error
      inFlight = []
      answer(pending, { status: 'poisoned' })
      await setAside(pending.envelope, error)
      throw error
    }
  }

  async function setAside(envelope: Envelope, error: CommandBroke): Promise<void> {
    post({ kind: 'log', level: 'error', message: `poison: ${error.message}` })
    await control?.query('insert into exchange.poisoned_command (command, error) values ($1, $2)', [
      encodeCommands([envelope]),
      String(error.cause),
    ])
    const { command } = envelope
    if (!('marketId' in command) || command.marketId === null) return
    const { marketId } = command
    waiting.unshift({
      token: -1,
      envelope: { command: { kind: 'set_market_state', marketId, state: 'halted' }, id: null },
    })
  }

  /** Whether a command that is not remembered may be applied now; if not, it is answered. */
  async function mayApply(current: Writer, pending: Pending): Promise<boolean> {
    const { id } = pending.envelope
    if (id === null) return true
    if (isTooFarAhead(id, Date.now())) {
      answer(pending, { status: 'id_expired' })
      return false
    }
    if (!mayBeForgotten(id, current.exchange.forgottenAt)) return true
    const stored = control === null ? null : await storedOutcome(control, id)
    if (stored === null && id.scope === 0) return true
    answer(pending, stored ?? { status: 'id_expired' })
    return false
  }

  /** Gives a remembered command's first answer again, or says that the id was for another one. */
  async function repeat(current: Writer, pending: Pending): Promise<void> {
    const { id } = pending.envelope
    const known = id === null ? null : current.exchange.recall(id)
    if (id === null || known === null) return answer(pending, { status: 'unavailable' })
    if (!sameBody(id.body, known.body)) return answer(pending, { status: 'id_reused' })
    const stored =
      recent.outcome(known.seq) ?? (control === null ? null : await storedOutcome(control, id))
    answer(pending, stored ?? { status: 'unknown' })
  }

  void lead()
  return {
    submit(token, command, id) {
      const pending = { token, envelope: { command, id } }
      const isReady = state === 'leading' || (state === 'reloading' && patience !== null)
      if (isStopping || !isReady) return answer(pending, { status: 'unavailable' })
      if (waiting.length >= waitingMax || (writer?.projector.lag ?? 0) > projectorLagMax) {
        return answer(pending, { status: 'overloaded' })
      }
      waiting.push(pending)
      if (!isBusy) pump()
    },
    submitPast(token, timeMs, commands) {
      const current = writer
      const isPast = current !== null && timeMs >= current.exchange.time && timeMs <= Date.now()
      if (!isPast || isBusy || waiting.length > 0) {
        return answer({ token, envelope: noEnvelope }, { status: 'unavailable' })
      }
      isBusy = true
      void current
        .commit(
          commands.map((command) => ({ command, id: null })),
          timeMs,
        )
        .then((batch) =>
          answer(
            { token, envelope: noEnvelope },
            { status: 'accepted', seq: batch.seq, timeMs, events: [] },
          ),
        )
        .catch((error: unknown) => reload(error))
        .finally(() => {
          isBusy = false
          pump()
        })
    },
    picture(token, marketId) {
      post({ kind: 'picture', token, picture: writer?.picture(marketId) ?? null })
    },
    async stop() {
      for (let left = 100; (waiting.length > 0 || isBusy) && left > 0; left--) await pause(20)
      isStopping = true
      if (renewal !== null) clearInterval(renewal)
      await writer?.projector.drained().catch(() => undefined)
      if (control !== null && state === 'leading') await dropLease(control).catch(() => undefined)
      await disconnect()
      setState('stopped')
      post({ kind: 'stopped' })
    },
  }
}

const noEnvelope: Envelope = { command: { kind: 'begin_epoch', epoch: 0 }, id: null }

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
