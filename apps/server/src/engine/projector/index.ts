/**
 * The projector: writes the tables from committed batches, in order, each exactly once. Its session does
 * not wait for the disk, because all that it writes can be made again from the journal.
 */
import type pg from 'pg'
import { hashBytes } from '../journal.ts'
import { Changes, type ProjectedBatch } from './changes.ts'
import { writeChanges } from './write.ts'

export type { ProjectedBatch } from './changes.ts'

/** The most commands folded into one transaction. */
const commandsPerTransaction = 5_000

/** Another writer has moved the watermark: this projector must stop. */
export class WatermarkMoved extends Error {
  override readonly name = 'WatermarkMoved'
}

export type Projector = {
  /** Takes the next committed batch. */
  push(batch: ProjectedBatch): void
  /** The journal row up to which the tables are written. */
  readonly projectedRow: number
  /** How many commands wait to be written. */
  readonly lag: number
  /** Resolves when everything pushed is written; rejects if writing failed. */
  drained(): Promise<void>
  /** Takes no more; resolves when the transaction under way has ended. */
  stop(): Promise<void>
}

export type ProjectorHooks = {
  readonly onProjected: (row: number) => void
  /** Writing failed: the engine reloads. */
  readonly onFailed: (error: unknown) => void
}

/** Starts a projector behind `projectedRow` on a connection that it alone uses. */
export function startProjector(
  client: pg.ClientBase,
  fromRow: number,
  hooks: ProjectorHooks,
): Projector {
  const waiting: ProjectedBatch[] = []
  let projectedRow = fromRow
  let lag = 0
  let running: Promise<void> | null = null
  let isStopped = false
  let failure: unknown = null

  async function run(): Promise<void> {
    while (waiting.length > 0 && !isStopped) {
      const changes = new Changes()
      while (waiting.length > 0 && changes.commandCount < commandsPerTransaction) {
        const batch = waiting.shift()
        if (batch !== undefined) changes.add(batch)
      }
      await writeTransaction(client, projectedRow, changes)
      projectedRow = changes.last?.row ?? projectedRow
      lag -= changes.commandCount
      hooks.onProjected(projectedRow)
    }
  }

  function start(): void {
    running = run()
      .catch((error: unknown) => {
        failure = error
        isStopped = true
        hooks.onFailed(error)
      })
      .finally(() => {
        running = null
        if (waiting.length > 0 && !isStopped) start()
      })
  }

  return {
    push(batch) {
      waiting.push(batch)
      lag += batch.commands.length
      if (running === null && !isStopped) start()
    },
    get projectedRow() {
      return projectedRow
    },
    get lag() {
      return lag
    },
    async drained() {
      while (running !== null) await running
      if (failure !== null) throw failure
    },
    async stop() {
      isStopped = true
      while (running !== null) await running
    },
  }
}

async function writeTransaction(
  client: pg.ClientBase,
  fromRow: number,
  changes: Changes,
): Promise<void> {
  await client.query('begin')
  try {
    await writeChanges(client, changes)
    await moveWatermark(client, fromRow, changes)
    const result = await client.query('commit')
    if (result.command !== 'COMMIT') throw new Error('the projection was rolled back')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** By compare-and-set on row and epoch, so that of two projectors one stops. */
async function moveWatermark(
  client: pg.ClientBase,
  fromRow: number,
  changes: Changes,
): Promise<void> {
  const { last } = changes
  if (last === null) return
  const moved = await client.query({
    name: 'watermark-move',
    text: `insert into exchange.watermark as w
      (row_no, epoch, seq, time_ms, last_order_id, last_hold_id, forgotten_at, hash)
      values ($2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (one) do update set row_no = $2, epoch = $3, seq = $4, time_ms = $5,
        last_order_id = greatest(w.last_order_id, $6), last_hold_id = greatest(w.last_hold_id, $7),
        forgotten_at = $8, hash = $9
      where w.row_no = $1 and w.epoch <= $3`,
    values: [
      fromRow,
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
  if (moved.rowCount !== 1) throw new WatermarkMoved('the watermark was moved by another writer')
}
