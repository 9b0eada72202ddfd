/**
 * House coins in a hot wallet: booked by two operators, and never more than the chain holds beyond the
 * ledger.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { custodyAccounts, houseAccounts } from '@tukar/core'
import type { DeskReserve, DeskRole } from '@tukar/wire'
import { engineFor, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import {
  type TestAnswer,
  ask,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { createDesk } from '../../../desk/index.ts'
import { namedPartsOf } from './custody-difference.ts'
import { createCustodyMemory } from './custody-memory.ts'
import { registerReserves } from './reserve-routes.ts'
import { bitcoinAsset } from '../testing/coins.ts'
import { assertAudit, balanceOf } from '../testing/treasury-audit.ts'
import { haltChain, resumeChain, setPaused } from '../tracking/halts.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { bookReserves } from '../withdrawals/reserves.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const reason = 'bought for network fees, and moved from cold storage'

async function deskOf(t: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const on = await deskOn(t, databaseUrl)
  const { database, sessions, log, keys } = on
  await openChain(database, 'bitcoin', 'main-0')
  await database.query('update wallets.chain_cursor set tip_height = 1')
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  const asset = {
    ...bitcoinAsset,
    assetId: 1,
    symbol: 'BTC',
    chainId: null,
    withdrawalFee: '0',
    isPayable: true,
    isReceivable: true,
    isAdded: false,
  }
  const memory = createCustodyMemory(Date.now)
  registerReserves(on.http, desk, {
    database,
    engine,
    keys,
    memory,
    listed: [asset],
    hasLender: false,
  })
  const operatorAt = async (name: string, role: DeskRole): Promise<Person> => {
    const person = await personAt(on, name)
    await giveRole(database, person.userId, role)
    await database.query('update accounts.users set demo_name = full_name where id = $1', [
      person.userId,
    ])
    return person
  }
  return {
    ...on,
    databaseUrl,
    rina: await operatorAt('Rina', 'finance'),
    budi: await operatorAt('Budi', 'risk'),
    adi: await operatorAt('Adi', 'support'),
    /** The hot wallet, as of a fresh reading. */
    engine,
    hold(satoshi: number, agoMs = 0): void {
      const reading = { hot: BigInt(satoshi), unswept: 0n, tipHeight: 1 }
      memory.storeReading(bitcoinAsset, { ...reading, readMs: Date.now() - agoMs })
    },
    async figures(
      report: (about: string) => void = (about) => assert.fail(about),
    ): Promise<readonly number[]> {
      // A house reserve was found in a reading, so no transaction is required.
      await bookReserves({
        database,
        engine,
        keys,
        report,
        isMined: assert.fail,
        hasLender: false,
      })
      await tablesFollow(engine, houseAccounts.fees, custodyAccounts.bitcoin)
      return [
        await balanceOf(database, houseAccounts.fees, bitcoinAsset.currencyId),
        await balanceOf(database, custodyAccounts.bitcoin, bitcoinAsset.currencyId),
      ]
    },
  }
}

type On = Awaited<ReturnType<typeof deskOf>>

function book(on: On, by: Person, amount: string, more: object = {}): Promise<TestAnswer> {
  const body = { chain: 'bitcoin', currency: 'BTC', amount, reason, ...more }
  return ask(on, 'POST', '/desk/chain-reserves', { token: by.token, body })
}

async function open(on: On, by: Person): Promise<readonly DeskReserve[]> {
  const { body } = await ask(on, 'GET', '/desk/chain-reserves', { token: by.token })
  return body['data'] as readonly DeskReserve[]
}

test('INV-14 INV-22: a house reserve is booked once two operators name the same', async (t) => {
  const on = await deskOf(t)
  on.hold(50_000)
  assert.match(String((await book(on, on.rina, '0.0003')).body['msg']), /^Proposed\./)
  assert.equal((await book(on, on.rina, '0.0003')).body['code'], 'desk.same_operator')
  const [waiting] = await open(on, on.budi)
  assert.deepEqual(
    [waiting?.amount, waiting?.proposed_by, waiting?.reason, waiting?.is_mine],
    ['0.00030000', 'Rina', reason, false],
  )
  assert.equal((await open(on, on.rina))[0]?.is_mine, true)
  assert.deepEqual(await on.figures(), [0, 0])
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  assert.deepEqual(await on.figures(), [30_000, -30_000])
  assert.deepEqual(await open(on, on.rina), [])
  await assertAudit(on)
  const record = await on.database.query(
    `select 1 from desk.audit_entry where action in ('reserve.proposed', 'reserve.confirmed')`,
  )
  assert.equal(record.rows.length, 2)
})

test('INV-14: a reserve is limited to what the chain holds beyond the ledger, by a fresh reading', async (t) => {
  const on = await deskOf(t)
  assert.equal((await book(on, on.rina, '0.0003')).body['code'], 'desk.node_silent')
  on.hold(50_000, 6 * 60_000)
  assert.equal((await book(on, on.rina, '0.0003')).body['code'], 'desk.node_silent')
  on.hold(29_999)
  const poor = await book(on, on.rina, '0.0003')
  assert.deepEqual([poor.status, poor.body['code']], [409, 'desk.reserve_uncovered'])
  on.hold(30_000)
  await book(on, on.rina, '0.0003')
  // A confirmed reserve is a named part before it is booked, and cannot be booked twice.
  on.hold(29_999)
  assert.equal((await book(on, on.budi, '0.0003')).body['code'], 'desk.reserve_uncovered')
  on.hold(30_000)
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  assert.equal((await book(on, on.rina, '0.0003')).body['code'], 'desk.reserve_uncovered')
  assert.deepEqual(await on.figures(), [30_000, -30_000])
  assert.equal((await book(on, on.rina, '0.00000001')).body['code'], 'desk.reserve_uncovered')
})

test('INV-22 DEC-129: a reserve requires the role and a valid amount', async (t) => {
  const on = await deskOf(t)
  on.hold(50_000)
  assert.equal((await book(on, on.adi, '0.0003')).status, 403)
  for (const amount of ['0', '-1', '1e3', '0.000000001']) {
    assert.equal((await book(on, on.rina, amount)).status, 400, amount)
  }
  assert.equal((await book(on, on.rina, '0.0003', { currency: 'XYZ' })).status, 404)
  assert.equal((await book(on, on.rina, '0.0003', { reason: '' })).status, 400)
  assert.deepEqual(await open(on, on.rina), [])
})

test('INV-22: an unconfirmed proposal expires after a day', async (t) => {
  const on = await deskOf(t)
  on.hold(50_000)
  await book(on, on.rina, '0.0003')
  await on.database.query(
    `update wallets.chain_reserve set created_at = now() - interval '25 hours'`,
  )
  assert.deepEqual(await open(on, on.budi), [])
  assert.match(String((await book(on, on.budi, '0.0003')).body['msg']), /^Proposed\./)
  assert.deepEqual(await on.figures(), [0, 0])
})

test('H-2 INV-22 ATT-97: a reserve whose confirmation is only in its row is not booked', async (t) => {
  const on = await deskOf(t)
  const { database, engine, keys, rina, budi } = on
  on.hold(50_000)
  const put = (confirmedBy: number | null) =>
    database.query(
      `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height,
         proposed_by, confirmed_by, reason)
       values ('bitcoin', $1, 30000, 30000, 'own', gen_random_uuid(), -1, $2, $3, 'Put here.')`,
      [bitcoinAsset.currencyId, rina.userId, confirmedBy],
    )
  await put(null)
  assert.deepEqual(await open(on, budi), [])
  assert.match(String((await book(on, budi, '0.0003')).body['msg']), /^Proposed\./)
  await put(budi.userId)
  const complaints: string[] = []
  const report = (about: string) => void complaints.push(about)
  await database.query(
    `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height)
     values ('bitcoin', 2, 1000, 1000, 'gas', 'aa', 0)`,
  )
  const isMined = () => Promise.resolve(true)
  await bookReserves({ database, engine, keys, report, isMined, hasLender: false })
  assert.deepEqual(complaints, [
    'chain_reserve:4 without a lender',
    'chain_reserve:3 without votes',
  ])
  assert.deepEqual(await balanceOf(database, houseAccounts.fees, bitcoinAsset.currencyId), 0)
})

test('INV-22 ATT-97: forged rows do not prevent the booking of confirmed reserves', async (t) => {
  const on = await deskOf(t)
  on.hold(200_000)
  const put = (purpose: 'gas' | 'own') =>
    on.database.query(
      `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height,
         proposed_by, confirmed_by, reason)
       select 'bitcoin', 2, 1000, 1000, $1, gen_random_uuid(), 0, $2, $3, 'Put here.'
       from generate_series(1, 25)`,
      [purpose, ...(purpose === 'own' ? [on.rina.userId, on.budi.userId] : [null, null])],
    )
  await put('gas')
  await book(on, on.rina, '0.0003')
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  const complaints = new Set<string>()
  const report = (about: string) => void complaints.add(about)
  assert.deepEqual(await on.figures(report), [30_000, -30_000])
  assert.ok(complaints.has('chain_reserve:1 without a lender'))
  await put('own')
  await book(on, on.rina, '0.0001')
  assert.equal((await book(on, on.budi, '0.0001')).body['success'], 1)
  assert.deepEqual(await on.figures(report), [40_000, -40_000])
})

test('INV-14 ATT-97: a reserve that somebody wrote explains nothing, and lets nobody book what is not there', async (t) => {
  const on = await deskOf(t)
  const named = () => namedPartsOf({ ...on, hasLender: false }, bitcoinAsset)
  on.hold(30_000)
  await book(on, on.rina, '0.0003')
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  const put = (purpose: string, amount: number, units: number, bookedTo: string | null) =>
    on.database.query(
      `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height,
         proposed_by, confirmed_by, reason, booked_to, booked_at)
       values ('bitcoin', 2, $1, $2, $3, gen_random_uuid(), 0, $4, $5, $6, $7,
         case when $7::text is not null then now() end)`,
      [
        amount,
        units,
        purpose,
        ...(purpose === 'own' ? [on.rina.userId, on.budi.userId, 'Put here.'] : [null, null, null]),
        bookedTo,
      ],
    )
  for (const purpose of ['own', 'gas']) {
    await put(purpose, 20_000, 20_000, null)
    await put(purpose, 1, 40_000, 'fees')
  }
  await put('gas', 700, 0, 'dust')
  // An agreed reserve counts with the values that were voted on, whatever its row says.
  await on.database.query('update wallets.chain_reserve set amount = amount * 2 where id = 1')
  assert.deepEqual([(await named()).reserve, (await named()).dust], [30_000n, 0n])
  const more = await book(on, on.rina, '0.0004')
  assert.equal(more.body['code'], 'desk.reserve_uncovered')
  await on.figures(() => undefined)
  assert.deepEqual([(await named()).reserve, (await named()).dust], [0n, 0n])
})

test('INV-22 ATT-97: a halted chain books nothing though its row is cleared, and a row alone halts no booking', async (t) => {
  const on = await deskOf(t)
  on.hold(200_000)
  await inTransaction(on.database, (it) => haltChain(it, on.keys, 'bitcoin', 'operator'))
  await book(on, on.rina, '0.0003')
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  await setPaused(on.database, 'bitcoin', null)
  assert.deepEqual(await on.figures(), [0, 0])
  await inTransaction(on.database, (it) => resumeChain(it, on.keys, 'bitcoin'))
  await setPaused(on.database, 'bitcoin', 'deep_reorganization')
  assert.deepEqual(await on.figures(), [30_000, -30_000])
})

test('INV-14: while a currency is halted no reserve can be confirmed, and confirmed ones wait', async (t) => {
  const on = await deskOf(t)
  const { currencyId } = bitcoinAsset
  const stop = () =>
    on.database.query(
      `insert into books.currency_halt (currency_id, check_name) values ($1, 'entries')`,
      [currencyId],
    )
  const goOn = () => on.database.query('update books.currency_halt set ended_at = now()')
  on.hold(50_000)
  await stop()
  const refused = await book(on, on.rina, '0.0003')
  assert.deepEqual([refused.status, refused.body['code']], [409, 'books.currency_stopped'])
  await goOn()
  await book(on, on.rina, '0.0003')
  await stop()
  assert.equal((await book(on, on.budi, '0.0003')).body['code'], 'books.currency_stopped')
  await goOn()
  assert.equal((await book(on, on.budi, '0.0003')).body['success'], 1)
  await stop()
  assert.deepEqual(await on.figures(), [0, 0])
  await goOn()
  assert.deepEqual(await on.figures(), [30_000, -30_000])
})
