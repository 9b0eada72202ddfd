/** Consolidates many small bitcoin outputs while fees are low, with a real node and a real signer. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { planConsolidation } from '../../../../../adapters/bitcoin/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../../engine/testing/tables.ts'
import { localEpochSlots } from '../../register.ts'
import { addressOf, approvalKey, newestIn, post } from '../../testing/coin-desk.ts'
import { type CoinOutDesk, coinOutDesk } from '../../testing/coin-out-desk.ts'
import { assertAudit, differences, untilBooked } from '../../testing/treasury-audit.ts'
import { freeCoins } from '../withdrawal-store.ts'
import { type ConsolidationLimits, consolidate } from './consolidating.ts'

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

const limits: ConsolidationLimits = {
  coinsMin: 4,
  coinsMax: 3,
  rateMax: 1_000_000n,
  confirmations: 2,
}

type OutPoint = {
  readonly amount: string
  readonly branch: number
  readonly taken: boolean
  readonly spent: boolean
}

function outpoints({ database }: CoinOutDesk): Promise<readonly OutPoint[]> {
  return database
    .query<OutPoint>(
      `select amount::text, branch, taken_by is not null as taken, spent_txid is not null as spent
       from wallets.chain_outpoint where block_height is not null order by amount`,
    )
    .then(({ rows }) => rows)
}

/** A user with four small outputs, credited. */
async function withFourCoins(t: TestContext): Promise<CoinOutDesk> {
  const desk = await coinOutDesk(t, await rig.database(), chains)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'bitcoin')
  for (const amount of ['0.0011', '0.0012', '0.0013', '0.0014']) {
    const gift = { chain: 'bitcoin', currency: 'BTC', amount }
    await post(desk, dewi, '/simulation/chain/faucet', gift)
    await newestIn(desk, dewi, { url: '/wallets_btc/deposits', state: 'credited' })
  }
  await until('four outputs are known', async () => (await outpoints(desk)).length === 4)
  return desk
}

const stepOf = (desk: CoinOutDesk, more: Partial<ConsolidationLimits> = {}, ahead = 0) =>
  consolidate(
    { ...desk, approvalKey, accounts: () => desk.addressKeys.accounts() },
    desk.engine.status().epoch + ahead,
    { ...limits, ...more },
  )

async function statesOf({ database }: CoinOutDesk): Promise<readonly string[]> {
  const found = await database.query<{ state: string }>(
    `select state from wallets.chain_transaction where purpose = 'consolidation' order by id`,
  )
  return found.rows.map(({ state }) => state)
}

test('INV-14 INV-16: the smallest outputs are consolidated, the fee is booked, and nothing is lost', async (t) => {
  const desk = await withFourCoins(t)
  await chains.control.mine('bitcoin', 2)
  await until('the last output is old enough', async () => {
    await stepOf(desk)
    return (await statesOf(desk)).length === 1
  })
  assert.deepEqual(await statesOf(desk), ['planned'])
  const coins = { tipHeight: 1_000_000, confirmations: 1, coinbaseConfirmations: 100, max: 10 }
  const free = await freeCoins(desk.database, coins)
  assert.deepEqual(
    free.map(({ amount }) => amount),
    [140_000n],
  )
  await until(
    'it is final',
    async () => {
      await stepOf(desk)
      await chains.control.mine('bitcoin', 1)
      return (await statesOf(desk))[0] === 'final'
    },
    30_000,
  )
  const costs = await desk.database.query<{ paid: string }>(
    'select fee_paid::text as paid from wallets.chain_transaction',
  )
  const fee = BigInt(costs.rows[0]?.paid ?? 0)
  assert.ok(fee > 0n)
  const unspent = (await outpoints(desk)).filter(({ spent }) => !spent)
  assert.deepEqual(
    unspent.map(({ amount, branch, taken }) => [BigInt(amount), branch, taken]),
    [
      [140_000n, 0, false],
      [360_000n - fee, 1, false],
    ],
  )
  // Two outputs are left, so nothing is consolidated.
  await stepOf(desk)
  assert.deepEqual(await statesOf(desk), ['final'])
  await tablesFollow(desk.engine, 102)
  const named = await differences(desk, 'bitcoin')
  // No payout brought fee income yet, so the network fee stays due and is a named part.
  assert.deepEqual([named.get('BTC')?.costs, named.get('BTC')?.unexplained], [-fee, 0n])
  await desk.fund({ ...(await desk.person('Eka')), userId: 1 }, 2, Number(fee))
  await untilBooked(desk, 'bitcoin')
  const booked = (await differences(desk, 'bitcoin')).get('BTC')
  assert.deepEqual([booked?.costs, booked?.unexplained], [0n, 0n])
  await assertAudit(desk)
})

test('nothing is consolidated while fees are high, outputs are few, or outputs are unconfirmed', async (t) => {
  const desk = await withFourCoins(t)
  await stepOf(desk, { rateMax: 1n, confirmations: 1 })
  await stepOf(desk, { coinsMin: 5, confirmations: 1 })
  await stepOf(desk, { confirmations: 1_000_000 })
  assert.deepEqual(await statesOf(desk), [])
})

test('R-62: a former writer neither consolidates nor reserves outputs', async (t) => {
  const desk = await withFourCoins(t)
  await chains.control.mine('bitcoin', 2)
  await until('the last output is old enough', async () => {
    const came = await stepOf(desk, {}, -1).then(
      () => 'nothing to do',
      (error: unknown) => (error instanceof Error ? error.name : ''),
    )
    return came === 'NotTheWriter'
  })
  assert.deepEqual(await statesOf(desk), [])
  assert.ok((await outpoints(desk)).every(({ taken }) => !taken))
})

test('R-02: an output that costs more than it is worth is not spent', async (t) => {
  const desk = await coinOutDesk(t, await rig.database(), chains)
  const house = await desk.addressKeys.accounts()
  assert.ok(house !== null)
  const coin = (index: number, amount: bigint) => {
    return { txid: '00'.repeat(32), index, amount, key: { branch: 0, index } } as const
  }
  const plan = (...amounts: readonly bigint[]) =>
    planConsolidation({
      account: house.bitcoin,
      coins: amounts.map((amount, index) => coin(index, amount)),
      to: hotWallet,
      rate: 10_000n,
      feeMax: 500_000n,
    })
  const made = plan(600n, 50_000n, 60_000n)
  assert.deepEqual(
    made?.inputs.map(({ index }) => index),
    [1, 2],
  )
  assert.equal((made?.outputs[0]?.amount ?? 0n) + (made?.fee ?? 0n), 110_000n)
  assert.equal(plan(600n, 50_000n), null)
  assert.equal(plan(700n, 710n), null)
})
