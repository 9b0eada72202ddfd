/** Our outputs on a real bitcoin node: received, spent, and removed with their blocks. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HDKey } from '@scure/bip32'
import { bitcoinNetworks } from '../../../../../adapters/bitcoin/networks.ts'
import { createBitcoinNode, openAccount } from '../../../../../adapters/bitcoin/index.ts'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { openEvmAccount } from '../../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { createLog } from '../../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../../platform/database/testing/cluster.ts'
import { freeCoins } from '../withdrawal-store.ts'
import { personWithAddress } from '../../testing/coins.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import { hotWalletTip, applyHotWalletBlocks } from './hot-wallet-blocks.ts'

const epoch = 0
let cluster: TestCluster
let chains: TemporaryChains

before(async () => {
  cluster = await temporaryCluster()
  chains = await temporaryChains({ only: ['bitcoin'] })
})

after(async () => {
  await chains.end()
  await cluster.stop()
})

function houseAccounts() {
  const seed = Buffer.alloc(32, 'seed of the tests')
  const [versions] = bitcoinNetworks.regtest.extendedKeys
  assert.ok(versions !== undefined)
  const bitcoin = HDKey.fromMasterSeed(seed, versions).derive("m/84'/1'/0'").publicExtendedKey
  const evm = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey
  return { bitcoin: openAccount(bitcoin, 'regtest'), evm: openEvmAccount(evm) }
}

/** A finished withdrawal that a block paid. */
async function paidAt(database: Database, height: number): Promise<void> {
  const person = await personWithAddress(database, 'wati')
  await database.query(
    `with made as (insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net,
         chain_amount, to_address, reference, request_id, request_hash, state, next_look_at)
       values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'x', 'one', gen_random_uuid(), '\\x00', 'done', null)
       returning id)
     insert into wallets.chain_transaction (chain, purpose, withdrawal_id, no, request, fee_max,
       state, block_height)
     select 'bitcoin', 'payout', id, 1, '', 9, 'final', $2 from made`,
    [person, height],
  )
}

test('ATT-80 FLT-27 INV-16: an output is spendable while a block has it', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  const reach = chains.nodes.bitcoin
  assert.ok(reach !== undefined)
  const node = createBitcoinNode({ network: 'regtest', reach: () => Promise.resolve(reach) })
  const head = await node.head()
  assert.ok(head.status === 'done')
  const { height, blockId } = head.value
  await openChain(database, 'bitcoin', 'regtest')
  await database.query(
    `insert into wallets.chain_block (chain, height, from_height, hash) values ('bitcoin', $1, $1, $2)`,
    [height, blockId],
  )
  const accounts = houseAccounts()
  const { address } = accounts.bitcoin.at(hotWallet)
  const take = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      const taken = await applyHotWalletBlocks({ database, node, accounts, epoch })
      if (taken === 'done') return
      assert.equal(taken, 'behind')
    }
    assert.fail('there is no end of blocks')
  }
  const free = async () => {
    const tip = await hotWalletTip(database)
    const limits = { confirmations: 1, coinbaseConfirmations: 100, max: 10 }
    return freeCoins(database, { ...limits, tipHeight: tip?.height ?? -1 })
  }
  const txid = await chains.control.pay('bitcoin', { address, amount: 70_000n, asset: 'coin' })
  await take()
  assert.deepEqual(await free(), [])
  await chains.control.mine('bitcoin', 1)
  await take()
  const coins = await free()
  assert.deepEqual(
    coins.map((coin) => [coin.txid, coin.amount, coin.branch, coin.keyIndex]),
    [[txid, 70_000n, hotWallet.branch, hotWallet.index]],
  )
  await paidAt(database, height + 1)
  const isLookedAt = async () => {
    const found = await database.query(
      'select 1 from wallets.chain_withdrawal where next_look_at <= now()',
    )
    return found.rows.length === 1
  }
  assert.equal(await isLookedAt(), false)
  await chains.control.fork('bitcoin', { depth: 1, blocks: 2, forget: true })
  await take()
  assert.deepEqual(await free(), [])
  assert.ok(await isLookedAt(), 'what that block had paid is looked at again')
  const tip = await hotWalletTip(database)
  const now = await node.head()
  assert.ok(now.status === 'done')
  assert.deepEqual(tip, { height: now.value.height, hash: now.value.blockId })
})

test('FLT-26 FLT-28: a node with inconsistent blocks is asked again later, and nothing is stored', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  const reach = chains.nodes.bitcoin
  assert.ok(reach !== undefined)
  const node = createBitcoinNode({ network: 'regtest', reach: () => Promise.resolve(reach) })
  const head = await node.head()
  assert.ok(head.status === 'done')
  const { height, blockId } = head.value
  await openChain(database, 'bitcoin', 'regtest')
  await database.query(
    `insert into wallets.chain_block (chain, height, from_height, hash) values ('bitcoin', $1, $1, $2)`,
    [height, blockId],
  )
  const deps = { database, accounts: houseAccounts(), epoch }
  assert.equal(await applyHotWalletBlocks({ ...deps, node }), 'done')
  const before = await hotWalletTip(database)
  await chains.control.mine('bitcoin', 2)
  const liar = {
    ...node,
    async block(id: string) {
      const block = await node.block(id)
      if (block.status !== 'done') return block
      return { ...block, value: { ...block.value, previousBlockId: 'ab'.repeat(32) } }
    },
  }
  assert.equal(await applyHotWalletBlocks({ ...deps, node: liar }), 'unknown')
  assert.deepEqual(await hotWalletTip(database), before)
  assert.equal(await applyHotWalletBlocks({ ...deps, node }), 'done')
  assert.equal((await hotWalletTip(database))?.height, height + 2)
})
