/** Deposits of a user who wants more credited than he paid: dust, other chains, many claims. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { localEpochSlots } from '../register.ts'
import {
  addressOf,
  available,
  type CoinDesk,
  coinDesk,
  listed,
  newestIn,
  post,
  type Row,
} from '../testing/coin-desk.ts'

const finalDepth = 2 * localEpochSlots + 1
const evmList = '/ccdeposits'
const etherId = 3
const bnbId = 4
const dustCount = 60
/** Deposits that the state machine processes at the same time. */
const atOnceMax = 10
const weiPerUnit = 10n ** 10n

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({
    only: ['ethereum', 'arbitrum', 'bnb'],
    epochSlots: localEpochSlots,
  })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

const setUp = async (context: TestContext): Promise<CoinDesk> =>
  coinDesk(context, await rig.database(), chains)

test('ATT-78: deposits to one address on three chains are credited per chain and coin', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const address = await addressOf(desk, dewi, 'ethereum')
  const amount = 5_000_000n * weiPerUnit
  const names = ['ethereum', 'arbitrum', 'bnb'] as const
  for (const name of names) await chains.control.pay(name, { address, amount, asset: 'coin' })
  for (const name of names) await chains.control.mine(name, finalDepth + 1)
  await until('all three are credited', async () => {
    desk.deposits.wake()
    const rows = await listed(desk, dewi, evmList)
    return rows.length === 3 && rows.every((row) => row['state'] === 'credited')
  })
  const rows = await listed(desk, dewi, evmList)
  const summary = rows.map(
    (row) => `${String(row['evm_chain_id'])} ${String(row['ccurrency_symbol'])}`,
  )
  assert.deepEqual(summary.toSorted(), ['1 ETH', '42161 ETH', '56 BNB'])
  assert.equal(await available(desk, dewi, etherId), 10_000_000)
  assert.equal(await available(desk, dewi, bnbId), 5_000_000)
})

test('ATT-72 ATT-78 ATT-84: ten concurrent claims credit the deposit once, to its owner and on its own chain', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  const address = await addressOf(desk, dewi, 'ethereum')
  await addressOf(desk, eka, 'ethereum')
  const amount = 50_000_000n * weiPerUnit
  const txhash = await chains.control.pay('bnb', { address, amount, asset: 'coin' })
  await chains.control.mine('bnb', finalDepth + 1)
  await newestIn(desk, dewi, { url: evmList, state: 'credited' })
  const coin = '/blocks/coin-deposit-manual'
  const capitals = ` ${txhash.toUpperCase().replace('0X', '0x')}\n`
  const others = { txhash: capitals, evm_chain_id: 1, currency: 'ETH' }
  assert.equal((await post(desk, dewi, coin, others)).body['code'], 'claim.not_found')
  assert.equal((await post(desk, eka, coin, { txhash })).body['code'], 'claim.nothing')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(desk, dewi, coin, { txhash: capitals })),
  )
  for (const { body } of answers) assert.equal(body['code'], 'claim.known', JSON.stringify(body))
  const rows = await desk.database.query('select 1 from wallets.chain_deposit')
  assert.equal(rows.rows.length, 1)
  assert.equal(await available(desk, dewi, bnbId), 50_000_000)
  assert.deepEqual(await listed(desk, eka, evmList), [])
})

test('ATT-81: many tiny deposits delay no others, are credited once they reach the minimum, and cause few notifications', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  const dusty = await addressOf(desk, dewi, 'ethereum')
  const address = await addressOf(desk, eka, 'ethereum')
  // Less than one unit, and a thirtieth of the minimum deposit.
  for (let at = 0; at < dustCount; at += 1) {
    const amount = at % 2 === 0 ? 1n : 40_000n * weiPerUnit
    await chains.control.pay('bnb', { address: dusty, amount, asset: 'coin' })
  }
  const whole = 20_000_000n * weiPerUnit
  await chains.control.pay('bnb', { address, amount: whole, asset: 'coin' })
  await chains.control.mine('bnb', finalDepth + 1)
  await newestIn(desk, eka, { url: evmList, state: 'credited' })
  await until('the dust that is enough is credited', async () => {
    desk.deposits.wake()
    return (await available(desk, dewi, bnbId)) === (dustCount / 2) * 40_000
  })
  const stands = async () => {
    const found = await desk.database.query<Row>(
      `select state, count(*)::int as count from wallets.chain_deposit where user_id = $1
       group by state order by state`,
      [dewi.userId],
    )
    return found.rows
  }
  await until('all of it is booked', async () => (await stands()).length === 2)
  assert.deepEqual(await stands(), [
    { state: 'credited', count: dustCount / 2 },
    { state: 'too_small', count: dustCount / 2 },
  ])
  const notices = await desk.database.query<Row>(
    `select kind, count(*)::int as count from notifications.notice where account_id = $1
     group by kind order by kind`,
    [dewi.userId],
  )
  // Deposits that are credited at the same moment do not see each other.
  const summary = notices.rows.map((row) => [row['kind'], Number(row['count']) <= atOnceMax])
  assert.deepEqual(summary, [['coin_deposit_credited', true]])
  const mails = await desk.database.query('select 1 from mail.outbox where recipient = $1', [
    dewi.email,
  ])
  assert.ok(mails.rows.length <= atOnceMax, `${mails.rows.length} mails`)
})
