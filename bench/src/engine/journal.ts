/** The journal alone: how fast batches are written, and how fast a journal is applied again. */
import { createExchange, type Envelope, rulesVersion } from '@tukar/core'
import { migrate } from '@tukar/server/database/migrate'
import { encodeCommands, encodeEvents } from '@tukar/server/engine/codec/index'
import { appendRow, readRows } from '@tukar/server/engine/journal'
import { replay } from '@tukar/server/engine/committing/batch'
import { createSeal, firstSeal } from '@tukar/server/engine/seal'
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { Client } from 'pg'
import { commandKinds, generateStream, streamSpecs } from '../core/stream.ts'
import { commandId, toOrder, seedCommands } from '../core/tukar-engine.ts'
import { toFigure, formatNumber, type Measured, median } from '../report.ts'

const seal = createSeal(Buffer.from('a secret of the engine, for the bench'))
const users = 2_000
const batchCommands = 1_024
const firstTimeMs = Date.UTC(2026, 2, 2)

type Row = Parameters<typeof appendRow>[1]

/** A journal of the stream's commands, made by a core in memory. */
function makeRows(commands: number): Row[] {
  const stream = generateStream({ ...streamSpecs.S1M, users, commands })
  const orderIds = new Float64Array(stream.length)
  const exchange = createExchange()
  const rows: Row[] = []
  const addRow = (envelopes: readonly Envelope[], note: (at: number, orderId: number) => void) => {
    const firstSeq = exchange.seq + 1
    exchange.beginBatch(firstTimeMs + rows.length)
    const events = envelopes.map((envelope, at) => {
      const applied = exchange.apply(envelope).events
      const [first] = applied
      if (first?.kind === 'order_accepted') note(at, first.orderId)
      return applied
    })
    const { hash } = exchange.endBatch()
    rows.push({
      row: rows.length + 1,
      epoch: 1,
      firstSeq,
      lastSeq: exchange.seq,
      timeMs: exchange.time,
      rules: rulesVersion,
      commands: encodeCommands(envelopes),
      events: encodeEvents(events),
      hash,
    })
  }
  addRow([{ command: { kind: 'begin_epoch', epoch: 1 }, id: null }], () => undefined)
  addRow(
    seedCommands(users).map((command) => ({ command, id: null })),
    () => undefined,
  )
  for (let from = 0; from < stream.length; from += batchCommands) {
    const count = Math.min(batchCommands, stream.length - from)
    const envelopes = Array.from({ length: count }, (_, i) => {
      const at = from + i
      const target =
        stream.kind[at] === commandKinds.cancel ? (orderIds[stream.target[at] ?? 0] ?? 0) : 0
      const command = toOrder(stream, at, target)
      return { command, id: commandId(command, at, exchange.time + 1) }
    })
    addRow(envelopes, (i, orderId) => {
      orderIds[from + i] = orderId
    })
  }
  return rows
}

/** Writes a journal row by row, each awaited, then reads and applies it again, with its hashes checked. */
export async function measureJournal(quick: boolean): Promise<Measured> {
  const commands = quick ? 100_000 : 1_000_000
  const rows = makeRows(commands)
  const rounds = quick ? 1 : 5
  const writes: number[] = []
  const replays: number[] = []
  const postgres = await startPostgres()
  try {
    await migrate(postgres.url)
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    for (let round = 0; round < rounds; round++) {
      await client.query('truncate exchange.journal')
      const begin = performance.now()
      let mac = firstSeal
      for (const row of rows) {
        mac = seal.of(row, mac)
        await appendRow(client, row, mac)
      }
      writes.push((commands / (performance.now() - begin)) * 1_000)
    }
    for (let round = 0; round < rounds; round++) {
      const exchange = createExchange()
      const begin = performance.now()
      let mac = firstSeal
      for await (const row of readRows(client, 0)) {
        mac = seal.check(row, mac)
        replay(exchange, row)
      }
      replays.push((commands / (performance.now() - begin)) * 1_000)
    }
    await client.end()
  } finally {
    await postgres.stop()
  }
  const bytes = rows.reduce((sum, row) => sum + row.commands.length + row.events.length, 0)
  return {
    figures: [
      {
        ...toFigure('Journal writer alone', 'commands/s', writes),
        floor: { of: 'value', atLeast: 300_000 },
        goal: { of: 'value', atLeast: 600_000 },
      },
      {
        ...toFigure('Journal applied again, every hash and event compared', 'commands/s', replays),
        floor: { of: 'value', atLeast: 1_000_000 },
        goal: { of: 'value', atLeast: 2_000_000 },
      },
    ],
    notes: [
      `The journal: ${formatNumber(commands)} commands in rows of ${formatNumber(batchCommands)}, ` +
        `${formatNumber(bytes / commands)} bytes a command with its events; ten million commands ` +
        `would take ${formatNumber(10_000_000 / median(replays))} s. A start does not do this: it ` +
        'loads the tables and applies only the tail.',
    ],
  }
}
