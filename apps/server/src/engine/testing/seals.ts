/**
 * Journals with seals that the engine did not make: of an older version, or under the same key by another
 * program.
 */
import { testEngineSecret } from '../../platform/secrets/testing/secrets.ts'
import { type Command, createExchange } from '@tukar/core'
import { applyWaiting, toJournalRow, replay } from '../committing/batch.ts'
import { close, connect } from '../connections.ts'
import { appendRow, type JournalRow, readRows } from '../journal.ts'
import { createSeal, firstSeal } from '../seal.ts'
import { createInternal } from '../writer.ts'
import { rowsOf } from './rig.ts'

const timeoutMs = 60_000

/** Removes the seals of the rows after `afterRow`, as older versions wrote them. */
export async function takeSealsOff(databaseUrl: string, afterRow = 0): Promise<void> {
  await rowsOf(databaseUrl, 'alter table exchange.journal drop constraint if exists journal_sealed')
  await rowsOf(databaseUrl, 'update exchange.journal set mac = null where row_no > $1', [afterRow])
  await rowsOf(databaseUrl, 'delete from exchange.old_seal where row_no > $1', [afterRow])
}

/** Seals all rows again, which needs the engine's key. */
export async function sealAgain(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl, timeoutMs)
  try {
    const seal = createSeal(testEngineSecret)
    let before = firstSeal
    for await (const row of readRows(client, 0)) {
      before = seal.of(row, before)
      await rowsOf(databaseUrl, 'update exchange.journal set mac = $2 where row_no = $1', [
        row.row,
        before,
      ])
    }
  } finally {
    await close([client])
  }
}

/**
 * Appends the row that an engine would write for a command, as an attacker with write access but without the
 * key.
 */
export async function forgeRow(
  databaseUrl: string,
  command: Command,
  mac: (row: JournalRow, before: Buffer) => Buffer,
): Promise<number> {
  const client = await connect(databaseUrl, timeoutMs)
  try {
    const exchange = createExchange({ salt: 1 })
    let [last, epoch, before] = [0, 0, firstSeal]
    for await (const row of readRows(client, 0)) {
      replay(exchange, row)
      ;[last, epoch, before] = [row.row, row.epoch, row.mac ?? firstSeal]
    }
    const place = { row: last + 1, epoch, timeMs: Date.now() }
    const { batch, fresh } = applyWaiting(exchange, [createInternal(command)], place)
    if (batch === null) throw new Error('nothing was applied')
    const row = toJournalRow(batch, fresh)
    await appendRow(client, row, mac(row, before))
    return row.row
  } finally {
    await close([client])
  }
}
