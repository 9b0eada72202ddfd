/** A second node must confirm large credits: with real nodes, and with one that contradicts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { localChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { readChainDeposit } from '../deposits/deposit-store.ts'
import { localEpochSlots } from '../register.ts'
import { addressOf, available, coinDesk, newestIn, post } from '../testing/coin-desk.ts'
import { createWitness, type WitnessResult } from './witness.ts'

const etherId = 3

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

test('FLT-28: a large deposit needs a second node’s confirmation, a small one does not', async (t) => {
  const said: { answer: WitnessResult; asked: number } = { answer: 'differs', asked: 0 }
  const witness = {
    has: () => true,
    async see() {
      said.asked += 1
      return said.answer
    },
  }
  const desk = await coinDesk(t, await rig.database(), chains, { witness })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  const gift = (amount: string) =>
    post(desk, dewi, '/simulation/chain/faucet', { chain: 'ethereum', currency: 'ETH', amount })
  await gift('0.1')
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  assert.equal(said.asked, 0)
  await gift('0.4')
  const held = await newestIn(desk, dewi, { url: '/ccdeposits', state: 'held' })
  const sender = { kyt_name: 'Budi', kyt_home_address: 'Jalan Melati 1' }
  await post(desk, dewi, '/ccdeposits/kyt', { ccdeposit_id: held['id'], ...sender })
  const row = () => readChainDeposit(desk.database, Number(held['id']))
  await until('the second node differs', async () => (await row()).alarm === 'second_node_differs')
  assert.equal(await available(desk, dewi, etherId), 10_000_000)
  said.answer = 'unknown'
  const wake = async () => {
    await desk.database.query(
      `update wallets.chain_deposit set next_look_at = now(), hints = hints + 1 where state = 'held'`,
    )
    desk.deposits.wake()
  }
  await wake()
  await until('it is silent', async () => (await row()).alarm === 'second_node_silent')
  assert.equal(await available(desk, dewi, etherId), 10_000_000)
  said.answer = 'seen'
  await wake()
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  assert.equal(await available(desk, dewi, etherId), 50_000_000)
})

test('FLT-28: a second node sees the same deposit in the same block, and nothing else', async (t) => {
  const desk = await coinDesk(t, await rig.database(), chains)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await addressOf(desk, dewi, 'bitcoin')
  // Another client of the same chains, like the node of another operator.
  const other = localChainNodes({ ...chains.process, stop: () => Promise.resolve() })
  t.after(() => other.stop())
  assert.ok(await other.reach())
  const witness = createWitness(other)
  const gifts = [
    { chain: 'bnb', currency: 'USDT', amount: '50', url: '/ccdeposits' },
    { chain: 'bnb', currency: 'BNB', amount: '0.5', url: '/ccdeposits' },
    { chain: 'bitcoin', currency: 'BTC', amount: '0.002', url: '/wallets_btc/deposits' },
  ]
  for (const { url, ...gift } of gifts) {
    await post(desk, dewi, '/simulation/chain/faucet', gift)
    const { id } = await newestIn(desk, dewi, { url, state: 'credited' })
    const row = await readChainDeposit(desk.database, Number(id))
    const { block } = row
    assert.ok(block !== null)
    assert.equal(await witness.see(row), 'seen', gift.currency)
    assert.equal(await witness.see({ ...row, amount: row.amount + 1n }), 'differs')
    assert.equal(await witness.see({ ...row, index: row.index + 1 }), 'differs')
    const elsewhere = {
      ...block,
      hash: block.hash.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }
    assert.equal(await witness.see({ ...row, block: elsewhere }), 'differs')
  }
})

test('FLT-28: a chain without a second node is not asked', async () => {
  const witness = createWitness({
    bitcoin: null,
    evm: { ethereum: null, arbitrum: null, bnb: null },
  })
  assert.deepEqual(
    (['bitcoin', 'ethereum', 'arbitrum', 'bnb'] as const).map((chain) => witness.has(chain)),
    [false, false, false, false],
  )
})
