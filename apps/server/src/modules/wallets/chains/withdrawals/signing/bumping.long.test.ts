/** Higher fees on local chains: the same nonce or inputs, one payment, one debit (ATT-95). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Command, custodyAccounts } from '@tukar/core'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { hotWallet, type Signer } from '../../../../../adapters/signer/index.ts'
import { creditOf } from '../../../../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import type { Person } from '../../../../../testing/desk.ts'
import { localEpochSlots } from '../../register.ts'
import { agreeTo } from '../../testing/agreeing.ts'
import { addressOf, available, newestIn, type Row } from '../../testing/coin-desk.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  strangers,
  withdrawAs,
  withdrawalIn,
} from '../../testing/coin-out-desk.ts'
import { inFlightOf } from '../payment-store.ts'

const bitcoinId = 2
const etherId = 3
const blockMs = 300

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  const blocks = { bitcoin: blockMs, ethereum: blockMs }
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs: blocks })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

/**
 * Waits until the node has the transaction with the higher fee. An earlier block would contain the first one.
 */
async function untilSentAgain(desk: CoinOutDesk, rowId: number): Promise<void> {
  await until(
    'it is sent again',
    async () => {
      await desk.database.query(
        'update wallets.chain_withdrawal set next_look_at = now(), hints = hints + 1 where id = $1',
        [rowId],
      )
      desk.machine.wake()
      const found = await desk.database.query<{ count: number }>(
        `select count(*)::int as count from wallets.chain_transaction
         where withdrawal_id = $1 and sent_at is not null`,
        [rowId],
      )
      return (found.rows[0]?.count ?? 0) >= 2
    },
    30_000,
  )
}

type SignedRow = { readonly txid: string; readonly raw: string; readonly state: string }

async function signedFor({ database }: CoinOutDesk, rowId: number): Promise<readonly SignedRow[]> {
  const found = await database.query<SignedRow>(
    `select txid, encode(bytes, 'hex') as raw, state from wallets.chain_transaction
     where withdrawal_id = $1 and txid is not null order by no`,
    [rowId],
  )
  return found.rows
}

/** House bitcoin equal to all users' holdings, and no more blocks for now. */
async function bitcoinDesk(t: TestContext): Promise<readonly [CoinOutDesk, number, Person]> {
  const desk = await coinOutDesk(t, await rig.database(), chains, { bumpAfterMs: 2_000 })
  await chains.control.setClock('bitcoin', blockMs)
  const dewi = await desk.person('Dewi')
  const address = await addressOf(desk, dewi, 'bitcoin')
  const coin = { address, amount: 900_000n, asset: 'coin' } as const
  await chains.control.pay('bitcoin', coin)
  await newestIn(desk, dewi, { url: '/wallets_btc/deposits', state: 'credited' })
  await chains.control.setClock('bitcoin', 0)
  const rowId = await payBitcoin(desk, dewi, '0.004')
  await untilSentAgain(desk, rowId)
  assert.equal(await available(desk, dewi, bitcoinId), 500_000)
  return [desk, rowId, dewi]
}

/** Pays bitcoin to a stranger; returns the row. */
async function payBitcoin(desk: CoinOutDesk, person: Person, amount: string): Promise<number> {
  const asked = {
    withdraw_to: strangers.bitcoin,
    amount,
    to_name: 'Budi Santoso',
    to_home_address: 'Jalan Melati 1, Bandung',
  }
  const answer = await withdrawAs(desk, person, '/wallets_btc/withdraw', asked)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return Number((answer.body['data'] as Row)['id'])
}

/** The value of a transaction's outputs to the stranger; null if it is in no block. */
async function arrivedBy({ nodes }: CoinOutDesk, txid: string): Promise<bigint | null> {
  const answer = await nodes.bitcoin?.unspent([{ txid, index: 0 }])
  assert.ok(answer?.status === 'done')
  return answer.value[0]?.amount ?? null
}

test('ATT-95 FLT-30 INV-13: a waiting bitcoin payout gets a higher fee on the same inputs and is mined', async (t) => {
  const [desk, rowId] = await bitcoinDesk(t)
  await chains.control.setClock('bitcoin', blockMs)
  await withdrawalIn(desk, rowId, 'done', 90_000)
  const all = await signedFor(desk, rowId)
  const paid = all.filter(({ state }) => state === 'final')
  assert.equal(paid.length, 1)
  assert.notEqual(paid[0]?.txid, all[0]?.txid, 'the first was outbid')
  for (const { txid } of all) {
    assert.equal(await arrivedBy(desk, txid), txid === paid[0]?.txid ? 390_000n : null)
  }
})

test('ATT-94 ATT-95 INV-13: if a miner includes the cheaper transaction, that one is the payment', async (t) => {
  const [desk, rowId] = await bitcoinDesk(t)
  const [first] = await signedFor(desk, rowId)
  assert.ok(first !== undefined)
  // The next block contains the first transaction, which the node had dropped for the one with the higher
  // fee.
  await chains.control.fork('bitcoin', { depth: 1, transactions: [first.raw] })
  await chains.control.setClock('bitcoin', blockMs)
  await withdrawalIn(desk, rowId, 'done', 90_000)
  const all = await signedFor(desk, rowId)
  assert.deepEqual(
    all.filter(({ state }) => state === 'final').map(({ txid }) => txid),
    [first.txid],
  )
  for (const { txid } of all) {
    assert.equal(await arrivedBy(desk, txid), txid === first.txid ? 390_000n : null)
  }
  const [{ count } = { count: 0 }] = (
    await desk.database.query<{ count: number }>(
      `select count(*)::int from exchange.transfer where source = $1 and to_account_id = $2`,
      [`chain_withdrawal:${rowId}`, custodyAccounts.bitcoin],
    )
  ).rows
  assert.equal(count, 1, 'it is booked once')
})

test('INV-13 ATT-95 FLT-27: a payout that spends change of a replaced payment is given back once two operators agree', async (t) => {
  const [desk, paidId, dewi] = await bitcoinDesk(t)
  await chains.control.mine('bitcoin', 1)
  await withdrawalIn(desk, paidId, 'confirming')
  const all = await signedFor(desk, paidId)
  const [first, dearer] = [all[0], all.find(({ state }) => state === 'mined')]
  assert.ok(first !== undefined && dearer !== undefined && first !== dearer)
  const rowId = await payBitcoin(desk, dewi, '0.003')
  await withdrawalIn(desk, rowId, 'broadcast')
  const found = await desk.database.query<{ txid: string }>(
    'select txid from wallets.chain_outpoint where reserved_for = $1',
    [rowId],
  )
  assert.deepEqual(found.rows, [{ txid: dearer.txid }], 'it stands on the change of the dearer')
  // The block is replaced by one with the first transaction, so the change output of the other never existed.
  await chains.control.fork('bitcoin', { depth: 1, transactions: [first.raw] })
  await chains.control.setClock('bitcoin', blockMs)
  await withdrawalIn(desk, paidId, 'done', 90_000)
  await until(
    'a person is called',
    async () => {
      const { alarm } = await withdrawalIn(desk, rowId, 'broadcast')
      return alarm === 'displaced_final'
    },
    30_000,
  )
  assert.equal(await available(desk, dewi, bitcoinId), 200_000)
  for (const userId of [1, 2]) await agreeTo(desk, rowId, 'give_back', { userId })
  await withdrawalIn(desk, rowId, 'failed')
  assert.equal(await available(desk, dewi, bitcoinId), 500_000)
})

/** A payout of ether, on a chain that makes no more blocks for now. */
async function etherDesk(t: TestContext, asSigner = (honest: Signer) => honest) {
  const options = { bumpAfterMs: 2_000, asSigner }
  const desk = await coinOutDesk(t, await rig.database(), chains, options)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  // On the chain and in the ledger, so that no top-up is needed first.
  const accounts = await desk.addressKeys.accounts()
  assert.ok(accounts !== null)
  const hot = accounts.evm.at(hotWallet)
  const coin = { address: hot, amount: 10n ** 18n, asset: 'coin' } as const
  await chains.control.pay('ethereum', coin)
  await chains.control.mine('ethereum', 1)
  await chains.control.setClock('ethereum', 0)
  const credit = creditOf(dewi.userId, etherId, 100_000_000)
  const command = { ...credit, railId: custodyAccounts.ethereum } as Command
  const outcome = await desk.engine.submit(command, freshId(dewi.userId, command))
  assert.equal(outcome.status, 'accepted')
  const fields = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId, amount: '0.2' }
  const asked = { ...fields, withdraw_to: strangers.evm }
  const first = await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  return { desk, dewi, rowId: Number((first.body['data'] as Row)['id']) }
}

test('ATT-95 FLT-30: an unmined payout gets a higher fee with the same nonce, and is paid once', async (t) => {
  const { desk, dewi, rowId } = await etherDesk(t)
  await untilSentAgain(desk, rowId)
  await chains.control.setClock('ethereum', blockMs)
  await withdrawalIn(desk, rowId, 'done', 90_000)
  const all = await desk.database.query<{ nonce: number; state: string }>(
    `select nonce, state from wallets.chain_transaction where withdrawal_id = $1 order by no`,
    [rowId],
  )
  assert.equal(new Set(all.rows.map(({ nonce }) => nonce)).size, 1)
  assert.equal(all.rows.filter(({ state }) => state === 'final').length, 1)
  assert.equal(await available(desk, dewi, etherId), 80_000_000)
  const held = await desk.nodes.evm.ethereum?.balances(strangers.evm, [], 'latest')
  assert.ok(held?.status === 'done')
  assert.equal(held.value.coin, 199_000_000_000_000_000n)
})

test('ATT-95 INV-16: an unsigned fee increase reserves nothing once the first transaction is mined', async (t) => {
  const prices = new Set<string>()
  const { desk, rowId } = await etherDesk(t, (honest) => ({
    ...honest,
    sign(order, asker) {
      if (order.spend.family === 'evm') prices.add(order.spend.gasPrice.max)
      // It signs at the first price, and then stops answering.
      if (prices.size < 2) return honest.sign(order, asker)
      return Promise.resolve({ status: 'unknown', reason: 'silent' })
    },
  }))
  const statesOf = async () => {
    const found = await desk.database.query<{ state: string }>(
      'select state from wallets.chain_transaction where withdrawal_id = $1 order by no',
      [rowId],
    )
    return found.rows.map(({ state }) => state)
  }
  await until('a higher fee is planned', async () => (await statesOf()).length === 2, 30_000)
  assert.deepEqual(await statesOf(), ['sent', 'planned'])
  await chains.control.setClock('ethereum', blockMs)
  await withdrawalIn(desk, rowId, 'done', 90_000)
  assert.deepEqual(await statesOf(), ['final', 'void'])
  assert.equal((await inFlightOf(desk.database, 'ethereum', null)).fees, 0n)
})
