/** The audit against a real PostgreSQL: sound tables pass, every manual change of a table is found. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestEngine } from '../testing/start.ts'
import { engineFor, numberOf, type Rig, rowsOf, startRig } from '../testing/rig.ts'
import { runWorkload } from '../testing/workload.ts'
import { creditOf, listing } from '../testing/listing.ts'
import { until } from '../testing/until.ts'
import { runAudit } from './index.ts'
import { testEngineSecret } from '../../platform/secrets/testing/secrets.ts'

/** Manual changes in different places, by the table and key that the audit must name. */
const tableChanges: Readonly<Record<string, string>> = {
  'balance 1001/2: available': `update exchange.balance set available = available + 1
    where account_id = 1001 and currency_id = 2`,
  'balance 1002/1: claim':
    'update exchange.balance set claim = claim - 1 where account_id = 1002 and currency_id = 1',
  'orders 1: fill_count': 'update exchange.orders set fill_count = fill_count + 1 where id = 1',
  'orders 2: filled_quote': 'update exchange.orders set filled_quote = 1 where id = 2',
  'orders has no row 4,': 'delete from exchange.orders where id = 4',
  'trade 1/1: charges': 'update exchange.trade set charges[3] = charges[3] + 1 where no = 1',
  'trade has no row 1/2,': 'delete from exchange.trade where no = 2',
  'trade has ': `insert into exchange.trade select market_id, no + 1000, seq, time_ms, price,
    quantity, quote, taker_side, maker_order_id, taker_order_id, maker_account_id, taker_account_id,
    buyer_refund, charges, base_tax_rupiah, quote_tax_rupiah from exchange.trade where no = 1`,
  'transfer 10/0: amount': 'update exchange.transfer set amount = amount + 1 where seq = 10',
  'transfer 11/0: reason': "update exchange.transfer set reason = 'gift' where seq = 11",
  'hold 1: remaining': 'update exchange.hold set remaining = remaining + 1',
  'candle 1/1h/': "update exchange.candle set volume = volume + 1 where width = '1h'",
  'currency 2: supply_max': 'update exchange.currency set supply_max = supply_max - 1 where id = 2',
  'market 1: tick': 'update exchange.market set tick = tick * 2',
  'charge_schedule 1: rate_ppm': 'update exchange.charge_schedule set rate_ppm = 0 where id = 1',
  'suspended_account has no row 1003,': 'delete from exchange.suspended_account',
  'suspended_account has a row 1002,': 'insert into exchange.suspended_account values (1002)',
  'command_answer 18: events': `update exchange.command_answer
    set events = events || '\\x00'::bytea where seq = 18`,
  'command_answer has no row 19,': 'delete from exchange.command_answer where seq = 19',
  'watermark ': 'update exchange.watermark set last_order_id = last_order_id + 1',
}

/** Changes of the journal, each in a database of its own. */
const journalChanges: Readonly<Record<string, string>> = {
  'journal.hash': `update exchange.journal set hash = '\\x0000000000000000' where row_no = 5`,
  'journal.events': `update exchange.journal set events = events || '\\x00'::bytea where row_no = 5`,
  'journal.commands': `update exchange.journal set commands = '\\xff'::bytea where row_no = 5`,
  'journal.epoch': 'update exchange.journal set epoch = epoch + 1 where row_no = 5',
  'journal.mac': `update exchange.journal set mac = sha256(mac) where row_no = 5`,
  'journal rows swapped': `update exchange.journal j set (first_seq, last_seq, commands, events, hash, mac) =
    (o.first_seq + 1000000000, o.last_seq + 1000000000, o.commands, o.events, o.hash, o.mac)
    from exchange.journal o where (j.row_no, o.row_no) in ((5, 6), (6, 5))`,
  'journal row gone': 'delete from exchange.journal where row_no = 5',
  'journal end gone': `delete from exchange.journal
    where row_no > (select max(row_no) - 3 from exchange.journal)`,
}

describe('audit', () => {
  let rig: Rig
  let books: string

  before(async () => {
    rig = await startRig()
    books = await rig.database()
    const engine = await startTestEngine({
      databaseUrl: books,
      seeds: listing,
    })
    await runWorkload(engine)
    await engine.stop()
  })
  after(() => rig.stop())

  it('INV-01 INV-03 INV-17 R-67: correct books pass, and every table was checked', async () => {
    const lines: string[] = []
    assert.equal(
      await runAudit(books, (line) => lines.push(line), { secret: testEngineSecret }),
      true,
      lines.join('\n'),
    )
    assert.equal(lines.at(-1), 'The books are right.')
    const tables = await rowsOf(
      books,
      `select table_name as name from information_schema.tables where table_schema = 'exchange'
         and table_type = 'BASE TABLE' and table_name not in ('journal', 'lease', 'old_seal', 'poisoned_command')`,
    )
    for (const { name } of tables) {
      const line = lines.find((text) => text.includes(`rows of exchange.${String(name)}:`))
      assert.match(line ?? `no check of ${String(name)}`, /^ok .*: [1-9][0-9,]* in [0-9.]+ s$/)
    }
  })

  it('INV-01 INV-03: the ledger sums to zero, and to each balance', async () => {
    assert.ok((await numberOf(books, 'select count(*) from exchange.ledger_entry')) > 200)
    const charged = `select count(*) from exchange.ledger_entry where cause = 'charge'`
    assert.ok((await numberOf(books, charged)) > 0)
  })

  it('R-67: an empty database is right', async () => {
    assert.equal(
      await runAudit(await rig.database(), () => undefined, { secret: testEngineSecret }),
      true,
    )
  })

  const copy = () => rig.cluster.database(new URL(books).pathname.slice(1))

  it('INV-28 R-67: the audit passes while the exchange runs', async (test) => {
    const url = await copy()
    const engine = await engineFor(test, url)
    const load = { isOver: false, count: 0 }
    const running = (async () => {
      for (; !load.isOver; load.count += 1) await engine.submit(creditOf(1002, 1, 1), null)
    })()
    await until('the load runs', () => load.count > 10)
    const lines: string[] = []
    const isRight = await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret })
    load.isOver = true
    await running
    assert.ok(isRight, lines.join('\n'))
  })

  it('FLT-41 R-67: every change by hand is found and named, in each table', async () => {
    const url = await copy()
    for (const statement of Object.values(tableChanges)) await rowsOf(url, statement)
    const lines: string[] = []
    assert.equal(
      await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }),
      false,
    )
    assert.equal(lines.at(-1), 'The books are not right.')
    const sentences = lines.filter((line) => line.startsWith('      '))
    for (const name of Object.keys(tableChanges)) {
      const found = sentences.some((line) => line.includes(`exchange.${name}`))
      assert.ok(found, `${name} is not named:\n${lines.join('\n')}`)
    }
    assert.ok(sentences.some((line) => line.includes('its balances sum to')))
    assert.ok(sentences.some((line) => line.includes('the balance is')))
    assert.ok(sentences.every((line) => line.endsWith('.')))
  })

  for (const [what, statement] of Object.entries(journalChanges)) {
    it(`FLT-05 FLT-41: a manually changed journal is found: ${what}`, async () => {
      const url = await copy()
      await rowsOf(url, statement)
      const lines: string[] = []
      assert.equal(
        await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }),
        false,
      )
      assert.match(lines[1] ?? '', /^ {6}.*[Jj]ournal.*\.$/)
    })
  }
})
