/**
 * The projector writes the tables from committed batches, in order, each exactly once. Its session does not
 * wait for the disk, because the journal can restore everything that it writes.
 */
import type pg from 'pg'
import type { AppliedBatch } from '../committing/batch.ts'
import { hashBytes } from '../journal.ts'
import { Changes } from './changes.ts'
import type { Projection, ProjectionQuery } from './projection.ts'
import { writeChanges } from './write.ts'

/** The maximum number of commands merged into one transaction. */
const commandsPerTransaction = 4_000
/**
 * The minimum time between the starts of two transactions. A transaction costs a dozen statements regardless
 * of its size, so under load several batches share one. After an idle period a batch is written immediately.
 */
const gatherMs = 16
/** With this many commands a transaction starts before the gathering time is over. */
const gatheredCommandsMax = 1_000
/** Ends a transaction of a writer that is gone, so that the next writer need not wait for it. */
const idleTransactionTimeoutMs = 5_000

/**
 * Every statement finds a few rows by key, however large the table is. Without this the planner reads the
 * whole table while it is new and has no statistics.
 */
const sessionSettings = [
  'synchronous_commit = off',
  `idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs}`,
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'plan_cache_mode = force_generic_plan',
]

/** Another writer has moved the watermark: this projector must stop. */
export class WatermarkMoved extends Error {
  override readonly name = 'WatermarkMoved'
}

export type Projector = {
  /** Adds the next committed batch. */
  push(batch: AppliedBatch): void
  /** The journal row up to which the tables are written. */
  readonly projectedRow: number
  /** How many commands are not written yet. */
  readonly lag: number
  /** A reader waits for the tables: write pending batches without collecting more. */
  hurry(): void
  /** Resolves when all pushed batches are written; rejects if writing failed. */
  drained(): Promise<void>
  /** Accepts no more batches and starts no further transaction; resolves when the current one has ended. */
  stop(): Promise<void>
}

export type ProjectorOptions = {
  /** The epoch that `claimTables` gave. */
  readonly epoch: number
  /** The row that the tables hold at the start. */
  readonly fromRow: number
  readonly projections: readonly Projection[]
  readonly onProjected: (row: number) => void
  /** Writing failed: the engine reloads. */
  readonly onFailed: (error: unknown) => void
}

/**
 * Claims the tables: a previous writer can no longer write them. Waits for a transaction under way.
 *
 * @param lastEpoch the epoch of the journal's last row
 * @returns this writer's epoch, higher than all before
 */
export async function claimTables(client: pg.ClientBase, lastEpoch: number): Promise<number> {
  const claimed = await client.query<{ epoch: string }>(
    `update exchange.watermark set writer_epoch = greatest(writer_epoch, $1::bigint) + 1
     returning writer_epoch as epoch`,
    [lastEpoch],
  )
  return Number(claimed.rows[0]?.epoch)
}

/** Starts a projector on a connection that it alone uses. */
export async function startProjector(
  client: pg.ClientBase,
  options: ProjectorOptions,
): Promise<Projector> {
  await client.query(sessionSettings.map((setting) => `set ${setting}`).join('; '))
  return new RunningProjector(client, options)
}

class RunningProjector implements Projector {
  readonly #client: pg.ClientBase
  readonly #options: ProjectorOptions
  #waiting: AppliedBatch[] = []
  #projectedRow: number
  #lag = 0
  #running: Promise<void> | null = null
  #isStopped = false
  #isHurried = false
  /** Ends the current gathering of commands. */
  #endGathering: (() => void) | null = null
  #beganAtMs = Number.NEGATIVE_INFINITY
  #failure: unknown = null

  constructor(client: pg.ClientBase, options: ProjectorOptions) {
    this.#client = client
    this.#options = options
    this.#projectedRow = options.fromRow
  }

  get projectedRow(): number {
    return this.#projectedRow
  }

  get lag(): number {
    return this.#lag
  }

  push(batch: AppliedBatch): void {
    if (this.#isStopped) return
    this.#waiting.push(batch)
    this.#lag += batch.commands.length
    if (this.#lag >= gatheredCommandsMax) this.#endGathering?.()
    this.#running ??= this.#run()
  }

  hurry(): void {
    this.#isHurried = true
    this.#endGathering?.()
  }

  async drained(): Promise<void> {
    while (this.#running !== null) {
      this.hurry()
      await this.#running
    }
    if (this.#failure !== null) throw this.#failure
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endGathering?.()
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && !this.#isStopped) {
        await this.#gather()
        if (!this.#isStopped) await this.#writeNext()
      }
    } catch (error) {
      this.#failure = error
      this.#isStopped = true
      this.#options.onFailed(error)
    }
    this.#running = null
  }

  /** Waits until the next transaction is due. */
  async #gather(): Promise<void> {
    const waitMs = this.#beganAtMs + gatherMs - performance.now()
    if (waitMs > 0 && !this.#isHurried && this.#lag < gatheredCommandsMax) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        this.#endGathering = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#endGathering = null
    }
    this.#isHurried = false
    this.#beganAtMs = performance.now()
  }

  async #writeNext(): Promise<void> {
    const changes = new Changes()
    let taken = 0
    for (const batch of this.#waiting) {
      if (changes.commandCount >= commandsPerTransaction) break
      changes.add(batch)
      taken += 1
    }
    await this.#writeTransaction(changes)
    this.#waiting.splice(0, taken)
    this.#lag -= changes.commandCount
    this.#projectedRow = changes.last?.row ?? this.#projectedRow
    this.#options.onProjected(this.#projectedRow)
  }

  async #writeTransaction(changes: Changes): Promise<void> {
    const client = this.#client
    await client.query('begin')
    try {
      await writeChanges(client, changes)
      const query: ProjectionQuery = async (text, values = []) =>
        (await client.query<Record<string, unknown>>(text, [...values])).rows
      for (const project of this.#options.projections) await project(changes.batches, query)
      await this.#moveWatermark(changes)
      const done = await client.query('commit')
      // A failed transaction answers COMMIT with ROLLBACK, without an error (FLT-12).
      if (done.command !== 'COMMIT') throw new Error('the projection was rolled back')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  /** By compare-and-set on row and epoch, so that of two projectors one stops. */
  async #moveWatermark(changes: Changes): Promise<void> {
    const { last } = changes
    if (last === undefined) return
    const moved = await this.#client.query({
      name: 'watermark-move',
      text: `update exchange.watermark set row_no = $3, epoch = $4, seq = $5, time_ms = $6,
          last_order_id = greatest(last_order_id, $7), last_hold_id = greatest(last_hold_id, $8),
          forgotten_at = $9, hash = $10
        where row_no = $1 and writer_epoch = $2`,
      values: [
        this.#projectedRow,
        this.#options.epoch,
        last.row,
        last.epoch,
        last.lastSeq,
        last.timeMs,
        changes.lastOrderId,
        changes.lastHoldId,
        last.forgottenAt,
        hashBytes(last.hash),
      ],
    })
    if (moved.rowCount !== 1) throw new WatermarkMoved('the tables have another writer')
  }
}
