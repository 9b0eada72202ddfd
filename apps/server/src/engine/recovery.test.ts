/** What a start meets: tables, a longer journal, manual changes, gaps, weak settings. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { forgetMark, markFileIn } from './acknowledged.ts'
import { runAudit } from './audit/index.ts'
import { startTestEngine } from './testing/start.ts'
import { createCommandId } from './command-ids.ts'
import { type CommandId, rulesVersion } from '@tukar/core'
import type { Outcome } from './port.ts'
import { creditOf, listing, placeOf } from './testing/listing.ts'
import {
  batchesOf,
  engineFor,
  numberOf,
  refusalOf,
  type Rig,
  rowsOf,
  startRig,
  uuidAt,
} from './testing/rig.ts'
import { sealAgain } from './testing/seals.ts'
import { runWorkload } from './testing/workload.ts'
import { testEngineSecret } from '../platform/secrets/testing/secrets.ts'

const order = placeOf(1001, 'buy', 165_000_000_000, 10_000)

async function auditOf(url: string): Promise<void> {
  const lines: string[] = []
  assert.equal(
    await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }),
    true,
    lines.join('\n'),
  )
}

/** Appends the rows of one journal to another's, as if its server had crashed before writing its tables. */
async function copyTail(fromUrl: string, toUrl: string, afterRow: number): Promise<number> {
  const columns = 'row_no, epoch, first_seq, last_seq, time_ms, rules, commands, events, hash, mac'
  const rows = await rowsOf(
    fromUrl,
    `select ${columns} from exchange.journal where row_no > $1 order by row_no`,
    [afterRow],
  )
  for (const row of rows) {
    await rowsOf(
      toUrl,
      `insert into exchange.journal (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      columns.split(', ').map((name) => row[name]),
    )
  }
  return rows.length
}

describe('recovery', () => {
  let rig: Rig
  let books: string
  let id: CommandId
  let delivered: Outcome

  before(async () => {
    rig = await startRig()
    books = await rig.database()
    const engine = await startTestEngine({
      databaseUrl: books,
      seeds: listing,
    })
    await runWorkload(engine)
    id = createCommandId(1001, uuidAt(Date.now()), order)
    delivered = await engine.submit(order, id)
    await engine.stop()
  })
  after(() => rig.stop())

  const copy = () => rig.cluster.database(new URL(books).pathname.slice(1))

  it('FLT-04: a new journal begins with its listing in one row, so that no crash can come between', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url, { seeds: listing })
    assert.equal(engine.status().committedRow, 1)
    assert.equal(engine.status().lastSeq, listing.length + 1)
  })

  it('INV-17 R-61: a clean stop leaves no tail, and a start continues from the tables', async (test) => {
    const url = await copy()
    const rows = await numberOf(url, 'select max(row_no) from exchange.journal')
    assert.equal(await numberOf(url, 'select row_no from exchange.watermark'), rows)
    const engine = await engineFor(test, url)
    assert.equal(engine.status().state, 'leading')
    assert.equal(engine.status().committedRow, rows + 1, 'one row more: its epoch')
    assert.deepEqual(await engine.submit(order, id), delivered)
    await engine.stop()
    await auditOf(url)
  })

  it('INV-17 R-61 FLT-01 SRV-61: a start applies the journal behind the tables again', async (test) => {
    const [ahead, behind] = [await copy(), await copy()]
    const first = await startTestEngine({
      databaseUrl: ahead,
      seeds: listing,
    })
    const tailId = createCommandId(1002, uuidAt(Date.now()), order)
    const sell = placeOf(1002, 'sell', 165_000_000_000, 5_000)
    const tailLog = await first.submit(sell, {
      ...tailId,
      body: createCommandId(1, uuidAt(1), sell).body,
    })
    assert.equal(tailLog.status, 'accepted')
    const aheadSnapshot = await first.bookSnapshot(1)
    await first.stop()
    const mark = await numberOf(behind, 'select row_no from exchange.watermark')
    assert.equal(await copyTail(ahead, behind, mark), 2)
    const engine = await engineFor(test, behind)
    assert.deepEqual((await engine.bookSnapshot(1)).bids, aheadSnapshot.bids)
    const batches = batchesOf(engine)
    await engine.submit(creditOf(1001, 1, 1), null)
    assert.deepEqual(
      batches.map(({ row }) => row),
      [mark + 4],
    )
    await engine.stop()
    await auditOf(behind)
  })

  it('INV-17 FLT-15: the engine does not lead on a database that was rolled back, or has another history, until an operator confirms it', async (test) => {
    const [ahead, behind] = [await copy(), await copy()]
    const folder = mkdtempSync(path.join(tmpdir(), 'tukar-acknowledged-'))
    test.after(() => rmSync(folder, { recursive: true, force: true }))
    const acknowledgedFile = markFileIn(folder, 'one')
    const engine = await engineFor(test, ahead, { acknowledgedFile })
    for (let n = 0; n < 3; n++) await engine.submit(creditOf(1001, 1, 1), null)
    const { committedRow } = engine.status()
    await engine.stop()
    const older = await refusalOf(behind, { acknowledgedFile })
    assert.match(older, new RegExp(`ends at row \\d+, but row ${committedRow} was acknowledged`))
    const other = await engineFor(test, behind)
    for (let n = 0; n < 9; n++) await other.submit(creditOf(1002, 1, 1), null)
    await other.stop()
    const otherwise = await refusalOf(behind, { acknowledgedFile })
    assert.match(otherwise, new RegExp(`Journal row ${committedRow} .* another history`))
    await (await engineFor(test, ahead, { acknowledgedFile })).stop()
    await forgetMark(acknowledgedFile)
    const meant = await engineFor(test, behind, { acknowledgedFile })
    assert.equal(meant.status().state, 'leading')
    await meant.stop()
    writeFileSync(acknowledgedFile, 'half of it')
    assert.match(await refusalOf(behind, { acknowledgedFile }), /does not say which journal row/)
  })

  const changes = [
    ['a balance', 'update exchange.balance set available = available + 1 where account_id = 1001'],
    ['an order gone', "delete from exchange.orders where status = 'open'"],
    ['an id gone', 'delete from exchange.command_answer where seq > 30'],
    ['a counter', 'update exchange.watermark set seq = seq + 1'],
  ] as const
  for (const [what, statement] of changes) {
    it(`FLT-05 FLT-41 R-61: a manually changed table is refused: ${what}`, async () => {
      const url = await copy()
      await rowsOf(url, statement)
      assert.match(await refusalOf(url), /tables differ from journal row \d+:/)
    })
  }

  it('INV-16: a gap in the journal is refused', async () => {
    const url = await rig.database()
    const engine = await startTestEngine({ databaseUrl: url, seeds: listing })
    for (let n = 0; n < 5; n++) await engine.submit(creditOf(1001, 1, 1), null)
    await engine.stop()
    const behind = await rig.database()
    await copyTail(url, behind, 0)
    await rowsOf(behind, 'delete from exchange.journal where row_no = 4')
    assert.match(await refusalOf(behind), /gap before row 5/)
  })

  it('R-66: a tail of another rules version is refused, with its name', async () => {
    const [ahead, behind] = [await copy(), await copy()]
    await (await startTestEngine({ databaseUrl: ahead, seeds: listing })).stop()
    await copyTail(ahead, behind, await numberOf(behind, 'select row_no from exchange.watermark'))
    await rowsOf(behind, 'update exchange.journal set rules = 9')
    await sealAgain(behind)
    assert.match(await refusalOf(behind), /written by core rules 9/)
  })

  it('R-66: tables without a tail are accepted from another rules version, whatever their hash', async () => {
    const url = await copy()
    await rowsOf(url, `update exchange.journal set rules = 1, hash = '\\x0102030405060708'`)
    await rowsOf(url, `update exchange.watermark set hash = '\\x0102030405060708'`)
    await sealAgain(url)
    await (await startTestEngine({ databaseUrl: url, seeds: listing })).stop()
    const [last] = await rowsOf(
      url,
      'select rules from exchange.journal order by row_no desc limit 1',
    )
    assert.deepEqual(last, { rules: rulesVersion })
    await (await startTestEngine({ databaseUrl: url, seeds: listing })).stop()
    await rowsOf(
      url,
      `update exchange.balance set available = available + 1 where account_id = 1001`,
    )
    assert.match(await refusalOf(url), /tables differ from journal row/)
  })

  it('FLT-15 R-67: synchronous_commit off is refused', async () => {
    const url = await copy()
    const name = new URL(url).pathname.slice(1)
    await rowsOf(url, `alter database ${name} set synchronous_commit = off`)
    assert.match(await refusalOf(url), /synchronous_commit = off/)
  })

  it('FLT-15 INV-17: where a second PostgreSQL is needed, one that acknowledges alone is refused', async () => {
    const refused = await refusalOf(await copy(), { needsReplica: true })
    assert.match(refused, /no synchronous_standby_names: .* TUKAR_SYNCHRONOUS=local/)
  })

  it('FLT-20: a programming error at the start is tried five times, then refused', async () => {
    const workerUrl = new URL('./testing/broken-worker.js', import.meta.url)
    assert.match(
      await refusalOf(await rig.database(), { workerUrl }),
      /5 times in a row, TypeError: planted/,
    )
  })
})
