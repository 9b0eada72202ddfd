/** Remittance of withheld taxes: two operators enter it, and the ledger follows. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Command, custodyAccounts, houseAccounts, rupiahId } from '@tukar/core'
import type { DeskTax } from '@tukar/wire'
import { creditOf } from '../../engine/testing/listing.ts'
import {
  engineFor,
  freshId,
  keptTimeMs,
  type Rig,
  startRig,
  uuidAt,
} from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { commandOf } from '../../engine/testing/workload.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { ask, deskOn, type Person } from '../../testing/desk.ts'
import { createListing } from '../markets/index.ts'
import { registerTaxDesk } from './index.ts'
import { consoleOn, operatorAt } from '../../testing/operators.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Row = Readonly<Record<string, unknown>>
const sari = 1_001

/** An exchange whose bank holds Rp 5,000, of which Rp 1,000.50 are value-added tax. */
async function setUp(context: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl, { firstTimeMs: keptTimeMs })
  const own = await deskOn(context, databaseUrl)
  const { database, http, keys } = own
  const desk = consoleOn(context, own)
  const listing = await createListing(engine, database, keys)
  registerTaxDesk(http, desk, { database, engine, listing, clock: () => keptTimeMs })
  const submit = async (command: Command) => {
    const outcome = await engine.submit(command, freshId(sari, command))
    assert.equal(outcome.status, 'accepted', JSON.stringify(outcome))
  }
  const cause = { reason: 'test', source: 'test:tax' }
  const money = { currencyId: rupiahId, ...cause }
  const bank = custodyAccounts.bank
  await submit(commandOf({ ...creditOf(sari, rupiahId, 500_000), railId: bank }))
  const taxed = { ...money, kind: 'adjust', fromAccountId: sari, amount: 100_050 }
  await submit(commandOf({ ...taxed, toAccountId: houseAccounts.vat }))
  await tablesFollow(engine, sari)
  const operator = (name: string) => operatorAt(own, name, 'finance')
  return {
    ...own,
    submit,
    operator,
    async propose({ token }: Person, input: object): Promise<Row> {
      const answer = await http.inject({
        method: 'POST',
        url: '/desk/changes',
        headers: { jwt: token, 'idempotency-key': uuidAt(Date.now()) },
        payload: { kind: 'tax.hand_on', input, reason: 'paid for last month' },
      })
      return answer.json<Row>()
    },
    async decide({ token }: Person, proposed: Row): Promise<Row> {
      const { id } = proposed['data'] as Row
      const body = { decision: 'confirm', reason: 'I saw the receipt' }
      return (await ask(own, 'POST', `/desk/changes/${String(id)}/decide`, { token, body })).body
    },
    async availableOf(accountId: number): Promise<number | undefined> {
      await tablesFollow(engine, houseAccounts.vat)
      const found = await database.query<{ available: number }>(
        'select available from exchange.balance where account_id = $1 and currency_id = $2',
        [accountId, rupiahId],
      )
      return found.rows[0]?.available
    },
    async tax({ token }: Person): Promise<DeskTax> {
      const now = new Date(keptTimeMs + 7 * 3_600_000)
      const url = `/desk/tax?year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`
      return (await ask(own, 'GET', url, { token })).body['data'] as DeskTax
    },
  }
}

const vat = (amount: string) => ({ kind: 'vat', amount, reference: 'NTPN 0123456789ABCDEF' })
/** With a reference that no other payment has. */
const some = (amount: string) => ({ ...vat(amount), reference: `NTPN ${amount} of the second` })
const statusOf = (answer: Row) => (answer['data'] as Row | undefined)?.['status']

test('SRV-85 INV-22: two operators enter a remittance, and account and bank are reduced by it', async (t) => {
  const the = await setUp(t)
  const [rani, tono] = [await the.operator('Rani'), await the.operator('Tono')]
  assert.deepEqual((await the.tax(rani)).held, [
    { kind: 'vat', held_idr: '1000.50' },
    { kind: 'income_tax', held_idr: '0.00' },
    { kind: 'bourse', held_idr: '0.00' },
  ])
  const proposed = await the.propose(rani, vat('1000'))
  assert.equal(statusOf(proposed), 'waiting')
  assert.equal((await the.decide(rani, proposed))['code'], 'desk.same_operator')
  assert.equal(await the.availableOf(houseAccounts.vat), 100_050)
  assert.equal(statusOf(await the.decide(tono, proposed)), 'applied')
  assert.equal(await the.availableOf(houseAccounts.vat), 50)
  assert.equal(await the.availableOf(custodyAccounts.bank), -400_000)
  assert.equal(await the.availableOf(sari), 399_950)
  assert.equal((await the.decide(tono, proposed))['success'], 0)
  const { rows } = await the.database.query<{ amount: number; source: string }>(
    `select amount, source from exchange.transfer where reason = 'tax_handed_on'`,
  )
  const source = 'tax_handed_on:vat:NTPN-0123456789ABCDEF'
  assert.deepEqual(rows, [{ amount: 100_000, source }])
  // The same payment in any spelling is booked once.
  for (const reference of [vat('1').reference, 'ntpn  0123456789abcdef', 'NTPN-0123456789ABCDEF']) {
    const again = await the.propose(rani, { ...vat('1'), reference })
    assert.equal(again['code'], 'tax.reference_used', reference)
  }
  const shown = await the.tax(tono)
  assert.equal(shown.held[0]?.held_idr, '0.50')
  assert.deepEqual(
    shown.proofs.filter(({ is_equal: isEqual }) => !isEqual),
    [],
  )
})

test('INV-14 ATT-100: a remittance never exceeds the withheld amount or the bank balance, has whole rupiah, and needs an unhalted currency', async (t) => {
  const the = await setUp(t)
  const [rani, tono] = [await the.operator('Rani'), await the.operator('Tono')]
  assert.equal((await the.propose(rani, vat('1001')))['code'], 'tax.not_held')
  assert.equal((await the.propose(rani, { ...vat('1'), kind: 'bourse' }))['code'], 'tax.not_held')
  const malformed = ['0', '-1', '1.5', '1e3', '', '01', ' 1', '9'.repeat(14)]
  for (const amount of malformed) {
    assert.equal((await the.propose(rani, vat(amount)))['code'], 'request.malformed', amount)
  }
  for (const reference of ['', 'ab', '<b>bold</b>', 'a\nb c', 'x'.repeat(61)]) {
    const answer = await the.propose(rani, { ...vat('1'), reference })
    assert.equal(answer['code'], 'request.malformed', reference)
  }
  // Both proposals fit when they are made; once the first is applied, the second exceeds the rest.
  const other = { ...vat('900'), reference: 'NTPN FEDCBA9876543210' }
  const [first, second] = [await the.propose(rani, vat('900')), await the.propose(rani, other)]
  assert.equal(statusOf(await the.decide(tono, first)), 'applied')
  const late = await the.decide(tono, second)
  assert.ok(late['code'] === 'tax.not_held' || statusOf(late) === 'failed', JSON.stringify(late))
  assert.equal(await the.availableOf(houseAccounts.vat), 10_050)
  await the.database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  assert.equal((await the.propose(rani, some('1')))['code'], 'books.currency_stopped')
  // The payment repairs a mismatch of the gateway alone.
  await the.database.query(`update books.currency_halt set check_name = 'gateway'`)
  const mending = await the.propose(rani, some('50'))
  assert.equal(statusOf(await the.decide(tono, mending)), 'applied')
  await the.database.query('update books.currency_halt set ended_at = now()')
  const out = { kind: 'adjust', currencyId: rupiahId, reason: 'test', source: 'test:out' } as const
  const lent = { fromAccountId: custodyAccounts.simulation, toAccountId: custodyAccounts.bank }
  await the.submit(commandOf({ ...out, ...lent, amount: 404_950 }))
  await until(
    'the bank is empty',
    async () => (await the.availableOf(custodyAccounts.bank)) === -50,
  )
  assert.equal((await the.propose(rani, some('1')))['code'], 'tax.not_at_bank')
})
