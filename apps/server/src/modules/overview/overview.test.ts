/** The figures of money, markets, counterparties and alarms on the console's overview, on real tables. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeskOverviewMore } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { creditOf, listing as seeds } from '../../engine/testing/listing.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { commandOf } from '../../engine/testing/workload.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { wibDayStartMs } from '../../platform/time/day.ts'
import { ask, type Desk as TestDesk, deskOn, personAt, shortly } from '../../testing/desk.ts'
import { audit, createDesk, registerDeskRoutes, watchChain } from '../desk/index.ts'
import { proveUser } from '../accounts/user-proofs.ts'
import { createListing } from '../markets/index.ts'
import { createFlows } from './flows.ts'
import { setOverview } from './index.ts'

const hourMs = 3_600_000
/** A day in the past: commands that are submitted now come after it. */
const noonMs = Date.UTC(2022, 3, 1, 5)
const todayMs = wibDayStartMs(noonMs)
const ending = shortly()
let rig: Rig
let engine: Engine
let desk: TestDesk
let nowMs = noonMs
const userId = 1001

const why = (reason: string) => ({ reason, source: `${reason}:1` })
const depositOf = (currencyId: number, amount: number) =>
  commandOf({ ...creditOf(userId, currencyId, amount), railId: 101, ...why('deposit') })

before(async () => {
  rig = await startRig()
  const databaseUrl = await rig.database()
  engine = await startTestEngine({
    databaseUrl,
    seeds,
    firstTimeMs: todayMs - 2 * hourMs,
  })
  ending.after(() => engine.stop())
  desk = await deskOn(ending, databaseUrl)
  const ofOwner = { accountId: userId, currencyId: 1, ...why('withdrawal') }
  const past = async (timeMs: number, commands: readonly ReturnType<typeof depositOf>[]) =>
    assert.equal(await engine.submitPast(timeMs, commands), true)
  await past(todayMs - hourMs, [depositOf(1, 10_000_00), depositOf(2, 500)])
  await past(todayMs, [
    depositOf(1, 7_000_00),
    creditOf(userId, 1, 99_00),
    commandOf({ kind: 'hold', amount: 3_000_00, ...ofOwner }),
    commandOf({
      kind: 'settle',
      holdId: 1,
      amount: 2_500_00,
      houseAccountId: 101,
      ...why('withdrawal'),
    }),
    commandOf({
      kind: 'settle',
      holdId: 1,
      amount: 500_00,
      houseAccountId: 1,
      ...why('withdrawal_fee'),
    }),
    commandOf({ ...depositOf(1, 1_000_00), kind: 'reverse_credit', ...why('deposit_reversed') }),
  ])
  await tablesFollow(engine, userId)
})

after(async () => {
  await ending.end()
  await rig.stop()
})

test("today's flows are the deposits and withdrawals over the rails since midnight in Jakarta", async () => {
  let atMs = todayMs - 1
  const flows = createFlows(desk.database, () => atMs)
  const yesterday = await flows()
  assert.deepEqual(new Set(yesterday.map(({ currencyId }) => currencyId)), new Set([1, 2]))
  atMs = noonMs
  const expected = [{ currencyId: 1, incoming: 6_000_00, outgoing: 2_500_00 }]
  assert.deepEqual(await flows(), expected)
  assert.deepEqual(await flows(), expected, 'nothing is counted twice')
  await engine.submit(depositOf(2, 40), null)
  await tablesFollow(engine, userId)
  assert.deepEqual(await flows(), [...expected, { currencyId: 2, incoming: 40, outgoing: 0 }])
  assert.deepEqual(await createFlows(desk.database, () => atMs)(), await flows(), 'after a restart')
})

test('INV-14 SRV-09: the overview shows markets, money, custody, counterparties and alarms', async () => {
  const own = createDesk({ ...desk, isSimulation: false, executorEmails: ['ratna@people.example'] })
  const chain = watchChain(desk.database, desk.log)
  ending.after(() => chain.stop())
  const account = { bankName: '', holderName: '', number: '', isLocked: false }
  registerDeskRoutes(desk.http, {
    desk: own,
    chain,
    bankAccountOf: async () => account,
    payoutAccountOf: async () => null,
  })
  const listing = await createListing(engine, desk.database, desk.keys)
  let looks = 0
  setOverview(own, {
    database: desk.database,
    listing,
    marketData: { knows: () => false, ticker: () => assert.fail('it is not known') },
    valueOf: (currencyId, units) => (currencyId === 1 ? units : null),
    async custody() {
      looks += 1
      return [{ currencyId: 2, verdict: 'gap', held: 400, liabilities: 540, inFlight: 0, gap: 140 }]
    },
    clock: () => nowMs,
  })
  own.addCounterparty('gateway', () => ({ state: 'down', sinceMs: todayMs, wasCalled: true }))
  own.addCounterparty('node.bitcoin', () => ({ state: 'ok', sinceMs: todayMs, wasCalled: false }))
  await inTransaction(desk.database, async (transaction) => {
    for (const action of ['custody.gap', 'change.expire']) {
      const reason = 'A test.'
      await audit.record(transaction, { operatorId: null, action, subject: 'currency:2', reason })
    }
  })
  const ratna = await personAt(desk, 'Ratna')
  await desk.database.query(`update accounts.users set email_verified_at = now()`)
  await desk.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
    [ratna.userId],
  )
  await proveUser(desk.database, desk.keys, ratna.userId)
  const look = async () => {
    const { status, body } = await ask(desk, 'GET', '/desk/overview', { token: ratna.token })
    assert.equal(status, 200)
    return body['data'] as DeskOverviewMore
  }
  const { markets, flows, custody, parties, alarms } = await look()
  assert.deepEqual(
    markets.map(({ pair, state, last_price: price }) => [pair, state, price]),
    [['BTC_IDR', 'open', null]],
  )
  assert.deepEqual(flows[0], {
    ccurrency_symbol: 'IDR',
    incoming: '6000.00',
    outgoing: '2500.00',
    incoming_idr: '6000.00',
    outgoing_idr: '2500.00',
  })
  assert.deepEqual(custody, [
    {
      ccurrency_symbol: 'BTC',
      verdict: 'gap',
      held: '0.00000400',
      owed: '0.00000540',
      in_flight: '0.00000000',
      gap: '0.00000140',
    },
  ])
  assert.deepEqual(parties, [
    { name: 'gateway', state: 'down', since: new Date(todayMs).toISOString() },
    { name: 'node.bitcoin', state: 'resting', since: new Date(todayMs).toISOString() },
  ])
  assert.deepEqual(
    alarms.map(({ action, about }) => [action, about]),
    [['custody.gap', 'BTC']],
  )
  await look()
  assert.equal(looks, 1, 'figures are kept for moments')
  nowMs += 30_000
  await look()
  await look()
  assert.equal(looks, 2)
})
