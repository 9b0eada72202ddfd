/** INV-14 ATT-97: write access to the database hides no shortfall of the chains. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { houseAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import { openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { chainTable } from '../chains.ts'
import { holdSource } from '../commands.ts'
import { bitcoinAsset, personWithAddress } from '../testing/coins.ts'
import { createTestLedger } from '../testing/custody.ts'
import { openChain } from '../tracking/tracker-store.ts'
import { macOfRequest } from '../withdrawals/requests/approving.ts'
import { unknownOrder } from '../withdrawals/signing/signing-order.ts'
import { readPayment } from '../withdrawals/payment-store.ts'
import { storeSigned, planTransaction } from '../withdrawals/withdrawal-store.ts'
import { createCustodyMemory } from './custody-memory.ts'
import { custodyStopOf, readFigures } from './custody-store.ts'
import { lastJudged, watchCustody } from './custody-watch.ts'
import { keptFeesOf } from './kept-fees.ts'

let cluster: TestCluster
const log = createLog('silent')
const { currencyId } = bitcoinAsset
const { fees } = houseAccounts
const owed = 1_000

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** A chain that holds less than is owed, and is not read once its node is silent. */
async function short(t: TestContext, satoshi: bigint) {
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const books = createTestLedger()
  books.has(chainTable.bitcoin.railId, currencyId, -owed)
  const memory = createCustodyMemory(Date.now)
  const said = { isSilent: false }
  const assets = [bitcoinAsset]
  const judging = { database, keys: testKeys, engine: books.engine, memory, assets }
  const watch = watchCustody({
    ...judging,
    log,
    read: async (chain) => {
      if (chain !== 'bitcoin' || said.isSilent) return null
      return { of: new Map([[null, { hot: satoshi, unswept: 0n }]]), readMs: Date.now() }
    },
    topUp: null,
    clock: Date.now,
  })
  t.after(() => watch.stop())
  // The watch starts a pass itself. A test that called `runOnce` meanwhile would share it.
  await watch.runOnce()
  return {
    database,
    books,
    said,
    watch,
    dewi: await personWithAddress(database, 'dewi'),
    async shown() {
      const [one] = await lastJudged({ ...judging, clock: Date.now })
      const stop = await custodyStopOf({ database, keys: testKeys, custody: memory }, currencyId)
      return [stop, one?.verdict, one?.gap]
    },
  }
}

test('INV-14 ATT-97: forged verdicts, readings and balances cover no liabilities', async (t) => {
  const on = await short(t, 999n)
  await on.watch.runOnce()
  const gap = ['custody_gap', 'gap', 1]
  assert.deepEqual(await on.shown(), gap)
  on.said.isSilent = true
  const put = async () => {
    await on.database.query(
      `update wallets.chain_custody_verdict set verdict = 'whole', gap = 0, held = 1000,
         judged_at = now() + interval '1 year'`,
    )
    await on.database.query(`update wallets.chain_custody set hot = 1000, read_at = now()`)
    await on.database.query(
      `insert into exchange.balance (account_id, currency_id, available, held, claim, seq)
       values ($1, $2, 0, 0, 0, 1) on conflict (account_id, currency_id) do update set available = 0`,
      [chainTable.bitcoin.railId, currencyId],
    )
  }
  await put()
  assert.deepEqual(await on.shown(), gap)
  await on.watch.runOnce()
  await put()
  assert.deepEqual(await on.shown(), gap)
})

type On = Awaited<ReturnType<typeof short>>

/** A payout of 90 that was requested, signed and sent. */
async function sent({ database, dewi, books }: On, id: number): Promise<void> {
  await database.query(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state, hold_id, signed_count)
     values ('bitcoin', $1, $2, 100, 10, 90, 90, 'bcrt1q', $3, gen_random_uuid(), '\\x00', 'broadcast',
       $4, 1)`,
    [dewi, currencyId, `payout-${id}`, id],
  )
  const asked = await readPayment(database, id)
  await database.query('update wallets.chain_withdrawal set request_mac = $2 where id = $1', [
    id,
    macOfRequest(testKeys, asked),
  ])
  const order = {
    chain: 'bitcoin',
    withdrawalId: id,
    reference: asked.reference,
    holdId: id,
    no: 1,
    slot: null,
    request: unknownOrder,
  } as const
  await inTransaction(database, (transaction) =>
    planTransaction(transaction, testKeys, { ...order, feeMax: 9n }),
  )
  await storeSigned(database, testKeys, order, { txid: `t${id}`, bytes: Buffer.from([id]) })
  const hold = { holdId: id, accountId: dewi, currencyId, remaining: currencyUnits(100) }
  books.holds.set(id, { ...hold, source: holdSource(id) })
}

test('INV-14: a payout that settles while custody is judged is no gap', async (t) => {
  const on = await short(t, 910n)
  await sent(on, 1)
  on.books.afterNextMoment(() => {
    on.books.holds.delete(1)
    on.books.has(chainTable.bitcoin.railId, currencyId, -910)
  })
  for (const _ of ['while it is judged', 'after it settled']) {
    const [judged] = await on.watch.runOnce()
    assert.deepEqual([judged?.custody.verdict, judged?.custody.gap], ['whole', 0])
  }
})

test('INV-14 ATT-97: only a requested, signed and held payout counts as in flight', async (t) => {
  const on = await short(t, 820n)
  const gap = async () => (await on.watch.runOnce())[0]?.custody.gap
  assert.equal(await gap(), 180)
  await sent(on, 1)
  await sent(on, 2)
  assert.equal(await gap(), 0)
  // The withdrawal was settled, and then its row was set back.
  on.books.holds.delete(1)
  assert.equal(await gap(), 90)
  await on.database.query('update wallets.chain_withdrawal set net = 95, fee = 5 where id = 2')
  assert.equal(await gap(), 180, 'another amount than was asked for')
  await on.database.query('update wallets.chain_withdrawal set net = 90, fee = 10 where id = 2')
  assert.equal(await gap(), 90)
  await on.database.query('delete from wallets.chain_transaction where withdrawal_id = 2')
  assert.equal(await gap(), 180, 'nothing was signed')
})

test('INV-14: custody is judged by the readings that were there before the engine was asked', async (t) => {
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  const books = createTestLedger()
  const memory = createCustodyMemory(Date.now)
  const reading = { hot: 1_000n, unswept: 0n, readMs: 1, tipHeight: 1 }
  memory.storeReading(bitcoinAsset, reading)
  books.afterNextMoment(() => memory.storeReading(bitcoinAsset, { ...reading, hot: 900n }))
  const { engine } = books
  const figures = await readFigures({ database, keys: testKeys, engine, memory }, [bitcoinAsset])
  assert.equal(figures?.parts[0]?.reading?.hot, 1_000n)
})

test('INV-14 ATT-97: fees that the house kept are what the engine moved, summed from the last proven sum on', async (t) => {
  const { database, dewi } = await short(t, 1_000n)
  const kept = () => keptFeesOf(database, testKeys, currencyId)
  const transfers = (fromSeq: number, count: number, fields: object = {}) => {
    const usual = { units: 10, reason: 'withdrawal_fee', from: dewi, to: fees, of: currencyId }
    const { units, reason, from, to, of } = { ...usual, ...fields }
    return database.query(
      `insert into exchange.transfer (seq, no, time_ms, command_kind, currency_id, amount,
         from_account_id, from_bucket, to_account_id, to_bucket, reason, source, suspended)
       select $1 + n, 0, 0, 'settle', $2, $3, $4, 'held', $5, 'available', $6, 'chain_withdrawal:1', false
       from generate_series(1, $7) n`,
      [fromSeq, of, units, from, to, reason, count],
    )
  }
  const proofs = async () => {
    const { rows } = await database.query(`select from security.row_proof where kind = 'kept_fees'`)
    return rows.length
  }
  await transfers(0, 990)
  await transfers(1_000, 1, { reason: 'house_reserve', units: 500 })
  await transfers(1_001, 1, { reason: 'network_fee', units: 100, from: fees, to: dewi })
  await transfers(1_002, 1, { reason: 'prize', units: 7 })
  await transfers(1_003, 1, { of: currencyId + 1 })
  assert.deepEqual([await kept(), await proofs()], [10_300, 0])
  await transfers(1_004, 100)
  assert.deepEqual([await kept(), await proofs()], [11_300, 1])
  assert.equal(await kept(), 11_300)
  // Summed transfers are not read again, so the cost of a pass does not depend on the history.
  await database.query('delete from exchange.transfer')
  await transfers(2_000, 1)
  assert.deepEqual([await kept(), await proofs()], [11_310, 1])
  assert.equal(await keptFeesOf(database, testKeys, currencyId + 1), 10)
  // Neither a row of a withdrawal nor another currency's proof adds anything.
  await database.query(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash, state)
     values ('bitcoin', $1, $2, 100000, 90000, 10000, 10000, 'bcrt1q', 'forged', gen_random_uuid(), '\\x00',
       'done')`,
    [dewi, currencyId],
  )
  await database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, no + 1, mac, replace(says, '11300', '99999') from security.row_proof
     where kind = 'kept_fees'`,
  )
  assert.equal(await kept(), 11_310)
})
