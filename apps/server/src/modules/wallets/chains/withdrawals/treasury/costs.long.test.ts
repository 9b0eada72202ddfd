/**
 * The network fees of house transactions, on real nodes and in the real ledger: custody and ledger agree to
 * the last unit.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { custodyAccounts, houseAccounts } from '@tukar/core'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { engineFor, type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../../engine/testing/tables.ts'
import { openDatabase } from '../../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { createLog } from '../../../../../platform/logging/log.ts'
import type { TestAnswer } from '../../../../../testing/desk.ts'
import { auditWallets } from '../../../audit-run.ts'
import { localEpochSlots } from '../../register.ts'
import { addressOf, newestIn, post, type Row } from '../../testing/coin-desk.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  strangers,
  withdrawAs,
  withdrawalIn,
} from '../../testing/coin-out-desk.ts'
import { testKeys } from '../../../../../platform/secrets/testing/secrets.ts'
import { bitcoinAsset } from '../../testing/coins.ts'
import { assertAudit, balanceOf, differences, untilBooked } from '../../testing/treasury-audit.ts'
import { bookCosts, unitsOfFee } from './costs.ts'
import { proveEarlierTransactions } from '../proofs/proof-store.ts'
import { bookReserves, createMinedCheck, isTopUpPending } from '../reserves.ts'

const etherId = 3
const tetherId = 5

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({
    epochSlots: localEpochSlots,
    blockMs: { bitcoin: 300, ethereum: 300, arbitrum: 300, bnb: 300 },
  })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

const setUp = async (context: TestContext): Promise<CoinOutDesk> =>
  coinOutDesk(context, await rig.database(), chains)

const idOf = ({ status, body }: TestAnswer): number => {
  assert.equal(status, 200, JSON.stringify(body))
  return Number((body['data'] as Row)['id'])
}

test('INV-14 INV-10: a network fee is booked in whole units, rounded up, and the remainder stays on the chain', () => {
  const ether = { chainDecimals: 18, unitDecimals: 8 }
  assert.equal(unitsOfFee(1n, ether), 1)
  assert.equal(unitsOfFee(10n ** 10n, ether), 1)
  assert.equal(unitsOfFee(10n ** 10n + 1n, ether), 2)
  assert.equal(unitsOfFee(282n, { chainDecimals: 8, unitDecimals: 8 }), 282)
})

test('INV-14 FLT-32: a deposit, its sweep and a payout leave chain and ledger equal to the last unit', async (t) => {
  const desk = await setUp(t)
  const { database } = desk
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const gift = { chain: 'bnb', currency: 'USDT', amount: '500' }
  await post(desk, dewi, '/simulation/chain/faucet', gift)
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  const token = desk.register.assets.find((one) => one.chain === 'bnb' && one.contract !== null)
  const asked = {
    chain_id: 56,
    currency: 'USDT',
    ccurrency_table_id: tetherId,
    contract_address: token?.contract,
    withdraw_to: strangers.evm,
    amount: '300',
  }
  const answer = await withdrawAs(desk, dewi, '/evm/token-withdraw', asked)
  await withdrawalIn(desk, idOf(answer), 'done', 90_000)
  await untilBooked(desk, 'bnb')
  const all = await differences(desk, 'bnb')
  const tether = all.get('USDT')
  const bnb = all.get('BNB')
  assert.ok(tether !== undefined && bnb !== undefined)
  assert.deepEqual([tether.unexplained, tether.costs, tether.payouts], [0n, 0n, 0n])
  assert.equal(bnb.unexplained, 0n)
  const costs = await database.query<{ purpose: string; units: number; paid: string }>(
    `select purpose, fee_units as units, fee_paid::text as paid from wallets.chain_transaction
     where fee_booked_at is not null order by purpose`,
  )
  const purposes = costs.rows.map(({ purpose }) => purpose)
  assert.deepEqual(purposes, ['gas_funding', 'payout', 'sweep'])
  // Less than one unit each, and all of it stays on the chain.
  assert.ok(bnb.dust >= 0n && bnb.dust < BigInt(costs.rows.length + 10) * 10n ** 10n)
  await assertAudit(desk)
})

test('INV-14: a network fee waits while the house’s income does not cover it, and is a named part meanwhile', async (t) => {
  const desk = await setUp(t)
  const { database } = desk
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const gift = { chain: 'ethereum', currency: 'ETH', amount: '0.2' }
  await post(desk, dewi, '/simulation/chain/faucet', gift)
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  await until(
    'a sweep is final',
    async () => {
      const found = await database.query(
        `select 1 from wallets.chain_transaction where purpose = 'sweep' and state = 'final'`,
      )
      return found.rows.length === 1
    },
    60_000,
  )
  const due = await database.query<{ paid: string; booked: Date | null }>(
    `select fee_paid::text as paid, fee_booked_at as booked from wallets.chain_transaction`,
  )
  assert.equal(due.rows[0]?.booked, null)
  const ether = (await differences(desk, 'ethereum')).get('ETH')
  assert.ok(ether !== undefined)
  assert.equal(ether.unexplained, 0n)
  assert.equal(ether.costs, -BigInt(due.rows[0]?.paid ?? 0))
  // The fee income of a payout covers the due fees.
  const ask = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId }
  const asked = { ...ask, withdraw_to: strangers.evm, amount: '0.1' }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await withdrawalIn(desk, rowId, 'done', 90_000)
  await untilBooked(desk, 'ethereum')
  const after = (await differences(desk, 'ethereum')).get('ETH')
  assert.deepEqual([after?.unexplained, after?.costs], [0n, 0n])
  const fees = await balanceOf(database, houseAccounts.fees, etherId)
  const booked = await database.query<{ units: number }>(
    'select sum(fee_units)::int as units from wallets.chain_transaction',
  )
  const income = await database.query<{ fee: number }>('select fee from wallets.chain_withdrawal')
  assert.equal(fees, (income.rows[0]?.fee ?? 0) - (booked.rows[0]?.units ?? 0))
  await assertAudit(desk)
})

test('INV-14: the network fee of a bitcoin payout is booked exactly', async (t) => {
  const desk = await setUp(t)
  const { database } = desk
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'bitcoin')
  const gift = { chain: 'bitcoin', currency: 'BTC', amount: '0.008' }
  await post(desk, dewi, '/simulation/chain/faucet', gift)
  await newestIn(desk, dewi, { url: '/wallets_btc/deposits', state: 'credited' })
  const receiver = { to_name: 'Budi Santoso', to_home_address: 'Jalan Melati 1, Bandung' }
  const asked = { withdraw_to: strangers.bitcoin, amount: '0.003', ...receiver }
  const rowId = idOf(await withdrawAs(desk, dewi, '/wallets_btc/withdraw', asked))
  await withdrawalIn(desk, rowId, 'done', 90_000)
  await untilBooked(desk, 'bitcoin')
  const bitcoin = (await differences(desk, 'bitcoin')).get('BTC')
  const none = { uncredited: 0n, payouts: 0n, costs: 0n, reserve: 0n, dust: 0n, unexplained: 0n }
  assert.deepEqual(bitcoin, none)
  const booked = await database.query<{ units: number; paid: string }>(
    `select fee_units as units, fee_paid::text as paid from wallets.chain_transaction`,
  )
  assert.equal(String(booked.rows[0]?.units), booked.rows[0]?.paid)
  await assertAudit(desk)
})

test('INV-14: the audit reports a network fee that was booked differently from its row', async (t) => {
  const databaseUrl = await rig.database()
  await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  await database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, fee_paid, state,
       fee_units, fee_booked_at) values ('bitcoin', 'gap_filling', 1, '', 500, 282, 'final', 282,
         now() - interval '1 minute')`,
  )
  const lines: string[] = []
  assert.equal(await auditWallets(databaseUrl, (line) => lines.push(line)), false)
  assert.match(lines.join('\n'), /Transaction 1 is final and cost 282: 0 was booked\./)
})

test('FLT-32 INV-14: a token deposited over one chain is withdrawn over another by a top-up', async (t) => {
  const desk = await setUp(t)
  const { database } = desk
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const gift = { chain: 'ethereum', currency: 'USDT', amount: '500' }
  await post(desk, dewi, '/simulation/chain/faucet', gift)
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  assert.equal(await balanceOf(database, custodyAccounts.simulation, tetherId), 0)
  const token = desk.register.assets.find(
    (one) => one.chain === 'arbitrum' && one.contract !== null,
  )
  const asked = {
    chain_id: 42161,
    currency: 'USDT',
    ccurrency_table_id: tetherId,
    contract_address: token?.contract,
    withdraw_to: strangers.evm,
    amount: '300',
  }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/token-withdraw', asked))
  await withdrawalIn(desk, rowId, 'done', 90_000)
  await untilBooked(desk, 'arbitrum')
  const all = await differences(desk, 'arbitrum')
  assert.equal(all.get('USDT')?.unexplained, 0n)
  assert.equal(all.get('ETH')?.unexplained, 0n)
  const lent = await database.query<{ purpose: string; to: string }>(
    `select distinct purpose, booked_to as to from wallets.chain_reserve
     where chain = 'arbitrum' order by purpose`,
  )
  assert.deepEqual(lent.rows, [
    { purpose: 'gas', to: 'fees' },
    { purpose: 'payout', to: 'fees' },
  ])
  await assertAudit(desk)
})

test('R-12 INV-14: a booking happens once, whatever crashes between the ledger and the row', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const complaints: string[] = []
  const mined = { is: false }
  const booking = {
    database,
    engine,
    keys: testKeys,
    report: (about: string) => void complaints.push(about),
    isMined: () => Promise.resolve(mined.is),
    hasLender: true,
    notified: new Set<number>(),
  }
  await database.query(
    `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height)
     values ('bitcoin', 2, 1000, 1000, 'gas', 'aa', -1)`,
  )
  await database.query(
    `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max, fee_paid, state)
     values ('bitcoin', 'consolidation', 1, '', 500, 282, 'final')`,
  )
  await inTransaction(database, (transaction) => proveEarlierTransactions(transaction, testKeys))
  const tip = (height: number | null) =>
    database.query('update wallets.chain_cursor set tip_height = $1', [height])
  const figures = async () => {
    await tablesFollow(engine, houseAccounts.fees, custodyAccounts.bitcoin)
    return [
      await balanceOf(database, houseAccounts.fees, 2),
      await balanceOf(database, custodyAccounts.bitcoin, 2),
    ]
  }
  const all = async () => {
    await bookReserves(booking)
    await figures()
    await bookCosts(booking, [bitcoinAsset])
  }
  // Not mined yet, and no income: nothing is booked.
  await all()
  assert.deepEqual(await figures(), [0, 0])
  // A block without the transaction.
  await tip(0)
  await all()
  assert.deepEqual(await figures(), [0, 0])
  mined.is = true
  await all()
  assert.deepEqual(await figures(), [718, -718])
  // The same rows again: the same commands with the same ids.
  await database.query('update wallets.chain_reserve set booked_at = null, booked_to = null')
  await database.query(
    'update wallets.chain_transaction set fee_booked_at = null, fee_units = null',
  )
  await all()
  assert.deepEqual(await figures(), [718, -718])
  assert.deepEqual(complaints, [])
  await assertAudit({ database, databaseUrl })
})

test('INV-14: a top-up that the core refuses is reported and not booked', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  await database.query('update wallets.chain_cursor set tip_height = 5')
  await database.query(
    `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height)
     values ('bitcoin', 999, 1000, 1000, 'gas', 'aa', 1)`,
  )
  const complaints: string[] = []
  const report = (about: string) => void complaints.push(about)
  const keys = testKeys
  const isMined = () => Promise.resolve(true)
  await bookReserves({ database, engine, keys, report, isMined, hasLender: true })
  assert.deepEqual(complaints, ['chain_reserve:1:fees'])
  const found = await database.query('select 1 from wallets.chain_reserve where booked_at is null')
  assert.equal(found.rows.length, 1)
})

test('FLT-29: a top-up that stays unmined is deleted and paid again', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  await database.query(
    `insert into wallets.chain_reserve (chain, currency_id, amount, units, purpose, txid, tip_height)
     values ('bitcoin', 2, 1000, 1000, 'payout', 'aa', 1)`,
  )
  const evm = { ethereum: null, arbitrum: null, bnb: null }
  const isMined = createMinedCheck({ database, nodes: { evm } })
  const keys = testKeys
  const kept = async (tip: number) => {
    await database.query('update wallets.chain_cursor set tip_height = $1', [tip])
    await bookReserves({ database, engine, keys, report: assert.fail, isMined, hasLender: true })
    return isTopUpPending(database, 'bitcoin', null)
  }
  assert.equal(await kept(21), true)
  assert.equal(await kept(22), false)
})
