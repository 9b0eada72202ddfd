/** The seal of the journal: a row that the engine did not write is refused, and old rows are sealed once. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testEngineSecret, testSecret } from '../platform/secrets/testing/secrets.ts'
import { forgetMark, saveMark, letSeal, letSealFirst, readMark } from './acknowledged.ts'
import { runAudit } from './audit/index.ts'
import { startTestEngine } from './testing/start.ts'
import type { JournalRow } from './journal.ts'
import { createSeal } from './seal.ts'
import { creditOf, listing } from './testing/listing.ts'
import { engineFor, numberOf, refusalOf, type Rig, rowsOf, startRig } from './testing/rig.ts'
import { forgeRow, takeSealsOff } from './testing/seals.ts'
import { until } from './testing/until.ts'

const thief = 1_666
const theft = creditOf(thief, 1, 1_000_000)
const balance = `select coalesce(sum(available), 0) from exchange.balance where account_id = ${thief}`
/** The seal of an attacker who has the database but not the key. */
const otherSeal = createSeal(testSecret)
const wrongSeals = {
  'of another key': (row: JournalRow, before: Buffer) => otherSeal.of(row, before),
  'that was copied': (_: unknown, copied: Buffer) => copied,
}

async function sealsOf(url: string): Promise<readonly string[]> {
  const rows = await rowsOf(
    url,
    `select coalesce(j.mac, o.mac) as mac
     from exchange.journal j left join exchange.old_seal o using (row_no) order by row_no`,
  )
  return rows.map(({ mac }) => (mac instanceof Buffer ? mac.toString('hex') : 'none'))
}

async function failuresOf(url: string): Promise<string> {
  const lines: string[] = []
  assert.equal(await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }), false)
  return lines.join('\n')
}

/** A file for the acknowledged mark, deleted after the test. */
function markFileFor(test: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-seal-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'acknowledged', 'one.json')
}

describe('seal', () => {
  let rig: Rig
  let books: string
  let rows: number

  before(async () => {
    rig = await startRig()
    books = await rig.database()
    const engine = await startTestEngine({
      databaseUrl: books,
      seeds: listing,
    })
    for (let no = 0; no < 8; no++) await engine.submit(creditOf(1001, 1, 1), null)
    await engine.stop()
    rows = await numberOf(books, 'select max(row_no) from exchange.journal')
  })
  after(() => rig.stop())

  const copy = () => rig.cluster.database(new URL(books).pathname.slice(1))

  for (const [what, seal] of Object.entries(wrongSeals)) {
    it(`H-5: the engine does not lead on a row that was inserted into the journal with a seal ${what}, and the audit names it`, async () => {
      const url = await copy()
      const row = await forgeRow(url, theft, seal)
      const delivered = new RegExp(
        `Journal row ${row} does not have the engine's seal.*TUKAR_ENGINE_KEY`,
      )
      assert.match(await refusalOf(url), delivered)
      assert.match(await failuresOf(url), delivered)
      assert.equal(await numberOf(url, balance), 0)
    })
  }

  it('H-5: a row without a seal is refused by the database, and by the engine if the constraint was dropped', async () => {
    const url = await copy()
    const row = await forgeRow(url, theft, () => randomBytes(32))
    const unseal = 'update exchange.journal set mac = null where row_no = $1'
    await assert.rejects(rowsOf(url, unseal, [row]), /journal_sealed/)
    await takeSealsOff(url, row - 1)
    const delivered = new RegExp(`Journal row ${row} has no seal`)
    assert.match(await refusalOf(url), delivered)
    assert.match(await failuresOf(url), delivered)
  })

  it('H-5: a writer whose next number is used by a row without a valid seal stops leading, and does not adopt the row', async (test) => {
    const url = await copy()
    const lines: string[] = []
    const engine = await engineFor(test, url, { log: (_, line) => lines.push(line) })
    const row = await forgeRow(url, theft, wrongSeals['of another key'])
    assert.equal((await engine.submit(creditOf(1001, 1, 1), null)).status, 'unknown')
    await until('it does not lead', () => engine.status().state === 'failed')
    assert.ok(lines.some((line) => line.includes(`Journal row ${row} does not have`)))
    assert.equal(await numberOf(url, balance), 0)
  })

  it('H-5: a standby does not believe such a row, nor remember it as acknowledged', async (test) => {
    const url = await copy()
    const acknowledgedFile = markFileFor(test)
    const script = fileURLToPath(new URL('./testing/engine-process.js', import.meta.url))
    const leader = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] })
    test.after(() => leader.kill('SIGKILL'))
    let output = ''
    leader.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await until('the other one leads', () => output.includes('leading'))
    const standby = await engineFor(test, url, { acknowledgedFile })
    assert.equal(standby.status().state, 'standby')
    const row = await forgeRow(url, theft, wrongSeals['of another key'])
    await until('it gives up', () => standby.status().state === 'failed')
    assert.ok((readMark(acknowledgedFile)?.row ?? 0) < row)
  })

  it('H-5: the row that the tables hold is checked, however old it is', async () => {
    const url = await copy()
    await rowsOf(url, 'update exchange.journal set epoch = epoch + 1 where row_no = $1', [rows])
    await rowsOf(url, `insert into exchange.journal ${nextRow}`, [rows])
    assert.match(await refusalOf(url), new RegExp(`Journal row ${rows + 1} does not have`))
    await rowsOf(url, 'delete from exchange.journal where row_no > $1', [rows])
    assert.match(await refusalOf(url), new RegExp(`Journal row ${rows} does not have`))
  })

  it('H-5: each row that the tables do not hold yet is checked, not only the newest', async () => {
    const url = await copy()
    const seal = createSeal(testEngineSecret)
    for (let no = 0; no < 3; no++) {
      await forgeRow(url, creditOf(1001, 1, 1), (row, before) => seal.of(row, before))
    }
    // The change affects no balance, so the state hash matches.
    const changed = rows + 2
    await rowsOf(url, 'update exchange.journal set epoch = epoch + 1 where row_no = $1', [changed])
    assert.match(await refusalOf(url), new RegExp(`Journal row ${changed} does not have`))
    await rowsOf(url, 'update exchange.journal set epoch = epoch - 1 where row_no = $1', [changed])
    await (await startTestEngine({ databaseUrl: url, seeds: listing })).stop()
  })

  it('H-5: another engine key is refused in a sentence that names its setting', async () => {
    const refused = await refusalOf(await copy(), { secret: testSecret })
    assert.match(refused, /or TUKAR_ENGINE_KEY is not the key that sealed the journal/)
  })

  it('H-5: rows of a previous version are sealed once; from then on a row without a seal is refused', async (test) => {
    const url = await copy()
    const acknowledgedFile = markFileFor(test)
    const whole = await sealsOf(url)
    await takeSealsOff(url)
    assert.match(await refusalOf(url, { acknowledgedFile }), /Journal row \d+ has no seal/)
    await letSealFirst(acknowledgedFile)
    await (await engineFor(test, url, { acknowledgedFile })).stop()
    assert.deepEqual((await sealsOf(url)).slice(0, rows), whole)
    assert.notEqual(readMark(acknowledgedFile)?.mac ?? null, null)
    await letSealFirst(acknowledgedFile)
    await takeSealsOff(url)
    for (const forget of [false, true]) {
      if (forget) await forgetMark(acknowledgedFile)
      assert.match(await refusalOf(url, { acknowledgedFile }), /seal/)
    }
    await letSeal(acknowledgedFile)
    await (await engineFor(test, url, { acknowledgedFile })).stop()
    assert.deepEqual((await sealsOf(url)).slice(0, rows), whole)
  })

  it('H-5: interrupted sealing continues where it stopped, and refuses a wrong seal', async (test) => {
    const url = await copy()
    const acknowledgedFile = markFileFor(test)
    const whole = await sealsOf(url)
    await takeSealsOff(url, 4)
    await letSealFirst(acknowledgedFile)
    await rowsOf(url, 'update exchange.journal set mac = sha256(mac) where row_no = 3')
    assert.match(await refusalOf(url, { acknowledgedFile }), /Journal row 3 does not have/)
    const right = Buffer.from(whole[2] ?? '', 'hex')
    await rowsOf(url, 'update exchange.journal set mac = $1 where row_no = 3', [right])
    await (await engineFor(test, url, { acknowledgedFile })).stop()
    assert.deepEqual((await sealsOf(url)).slice(0, rows), whole)
  })

  it('H-5: a mark of a previous version names the acknowledged row; a different row with its number is not sealed', async (test) => {
    const url = await copy()
    const acknowledgedFile = markFileFor(test)
    await takeSealsOff(url)
    await saveMark(acknowledgedFile, { row: rows, hash: [1, 2], mac: null })
    assert.match(await refusalOf(url, { acknowledgedFile }), /another history/)
    assert.deepEqual(new Set(await sealsOf(url)), new Set(['none']))
  })
})

/** A correctly numbered row after `$1`. */
const nextRow = `select row_no + 1, epoch, last_seq + 1, last_seq + 1, time_ms, rules, commands, events, hash, mac
  from exchange.journal where row_no = $1`
