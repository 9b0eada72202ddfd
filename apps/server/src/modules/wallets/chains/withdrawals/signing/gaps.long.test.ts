/**
 * A voided withdrawal is given back, and the house uses up its nonce, so that the transactions behind it are
 * mined (FLT-30, FLT-31).
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Command, custodyAccounts } from '@tukar/core'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { holdName } from '../../../../../engine/index.ts'
import { creditOf } from '../../../../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import type { Person } from '../../../../../testing/desk.ts'
import { localEpochSlots } from '../../register.ts'
import { agreeTo } from '../../testing/agreeing.ts'
import { addressOf, available, type Row } from '../../testing/coin-desk.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  withdrawAs,
  withdrawalIn,
} from '../../testing/coin-out-desk.ts'
import { bookSeen } from '../payment-store.ts'

const etherId = 3
const net = 199_000_000_000_000_000n
const lookMs = 60_000

let rig: Rig
let chains: TemporaryChains

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs: { ethereum: 300 } })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

async function fundBoth(desk: CoinOutDesk, person: Person): Promise<void> {
  const accounts = await desk.addressKeys.accounts()
  assert.ok(accounts !== null)
  const address = accounts.evm.at(hotWallet)
  await chains.control.pay('ethereum', { address, amount: 2n * 10n ** 18n, asset: 'coin' })
  await chains.control.mine('ethereum', 1)
  const credit = creditOf(person.userId, etherId, 100_000_000)
  const command = { ...credit, railId: custodyAccounts.ethereum } as Command
  const outcome = await desk.engine.submit(command, freshId(person.userId, command))
  assert.equal(outcome.status, 'accepted')
}

async function askFor(desk: CoinOutDesk, person: Person): Promise<{ id: number; to: string }> {
  const to = `0x${randomBytes(20).toString('hex')}`
  const fields = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId, amount: '0.2' }
  const answer = await withdrawAs(desk, person, '/evm/coin-withdraw', {
    ...fields,
    withdraw_to: to,
    to_name: 'Budi Santoso',
    to_home_address: 'Jalan Melati 1, Bandung',
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { id: Number((answer.body['data'] as Row)['id']), to }
}

async function heldAt({ nodes }: CoinOutDesk, address: string): Promise<bigint> {
  const answer = await nodes.evm.ethereum?.balances(address, [], 'latest')
  assert.ok(answer?.status === 'done')
  return answer.value.coin
}

test('FLT-30 FLT-31 ATT-97 INV-13: a voided payout is given back, its nonce is filled, and the next one is paid', async (t) => {
  const desk = await coinOutDesk(t, await rig.database(), chains, { bumpAfterMs: 600_000 })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fundBoth(desk, dewi)
  desk.custody.judge(etherId, 'stale')
  const first = await askFor(desk, dewi)
  const { reference, hold_id: holdId } = await withdrawalIn(desk, first.id, 'approved')
  const asker = { epoch: desk.engine.status().epoch, bookAtLeast: 0 }
  const voided = await desk.signer.voidId(
    { id: String(reference), hold: holdName(Number(holdId)) },
    asker,
  )
  assert.ok(voided.status === 'done' && voided.value.isVoid)
  desk.custody.judge(etherId, 'whole')
  const failed = await withdrawalIn(desk, first.id, 'failed')
  assert.equal(failed['cause'], 'approval.void')
  assert.equal(await bookSeen(desk.database), voided.value.book, 'an older book is not believed')
  assert.equal(await available(desk, dewi, etherId), 100_000_000, 'all of it is back')
  const second = await askFor(desk, dewi)
  await withdrawalIn(desk, second.id, 'done', 90_000)
  assert.equal(await heldAt(desk, first.to), 0n)
  assert.equal(await heldAt(desk, second.to), net)
  const slots = async () => {
    const found = await desk.database.query<{ nonce: number; purpose: string; state: string }>(
      `select nonce, purpose, state from wallets.chain_transaction
       where chain = 'ethereum' order by nonce, no`,
    )
    return found.rows.map(({ nonce, purpose, state }) => `${nonce} ${purpose} ${state}`)
  }
  await until(
    'the gap to be final',
    async () => !(await slots()).includes('0 gap_filling sent'),
    lookMs,
  )
  assert.deepEqual(await slots(), ['0 payout void', '0 gap_filling final', '1 payout final'])
  const signed = await desk.signer.signedUnder(String(reference))
  assert.deepEqual(signed.status === 'done' && signed.value, [])
})

/** Two operators give a withdrawal back, as the console stores it. */
async function giveBack(desk: CoinOutDesk, rowId: number): Promise<void> {
  for (const name of ['Rina', 'Budi']) {
    await agreeTo(desk, rowId, 'give_back', await desk.person(name))
  }
}

test('INV-13 INV-22 FLT-31 ATT-98: a refused payout that two operators give back is never signed, and the next one is paid', async (t) => {
  const refused = { id: '' }
  const desk = await coinOutDesk(t, await rig.database(), chains, {
    asSigner: (honest) => ({
      ...honest,
      sign(order, asker) {
        refused.id ||= order.approval.id
        if (order.approval.id !== refused.id) return honest.sign(order, asker)
        return Promise.resolve({ status: 'refused', code: 'cap.transaction' })
      },
    }),
  })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fundBoth(desk, dewi)
  const first = await askFor(desk, dewi)
  await until('an operator is notified', async () => {
    const { alarm } = await withdrawalIn(desk, first.id, 'signing')
    return alarm === 'signer_refuses'
  })
  const second = await askFor(desk, dewi)
  await withdrawalIn(desk, second.id, 'broadcast')
  await giveBack(desk, first.id)
  await withdrawalIn(desk, first.id, 'failed')
  await withdrawalIn(desk, second.id, 'done', 90_000)
  assert.equal(await available(desk, dewi, etherId), 80_000_000)
  const signed = await desk.signer.signedUnder(refused.id)
  assert.deepEqual(signed.status === 'done' && signed.value, [])
  assert.equal(await heldAt(desk, first.to), 0n)
})

test('INV-13 ATT-94: a payout that the signer had signed is not given back but paid', async (t) => {
  const lies = { left: 3 }
  const desk = await coinOutDesk(t, await rig.database(), chains, {
    asSigner: (honest) => ({
      ...honest,
      async sign(order, asker) {
        const answer = await honest.sign(order, asker)
        if (answer.status === 'done') lies.left -= 1
        return lies.left > 0 ? { status: 'refused', code: 'tripped' } : answer
      },
    }),
  })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fundBoth(desk, dewi)
  const first = await askFor(desk, dewi)
  await until('an operator is notified', async () => {
    const { alarm } = await withdrawalIn(desk, first.id, 'signing')
    return alarm === 'signer_refuses'
  })
  await giveBack(desk, first.id)
  await withdrawalIn(desk, first.id, 'done', 90_000)
  assert.equal(await heldAt(desk, first.to), net)
  const left = await desk.database.query(`select 1 from wallets.approval`)
  assert.equal(left.rows.length, 0, 'what they agreed to was of the signer that refused')
})

test('FLT-30 FLT-27: transactions that a node forgot are sent again, with those behind them', async (t) => {
  const desk = await coinOutDesk(t, await rig.database(), chains, { bumpAfterMs: 600_000 })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fundBoth(desk, dewi)
  await chains.control.setClock('ethereum', 0)
  const asked = [await askFor(desk, dewi), await askFor(desk, dewi), await askFor(desk, dewi)]
  for (const { id } of asked) await withdrawalIn(desk, id, 'broadcast')
  // The waiting transactions are lost, as in a power failure.
  await chains.control.stop('ethereum', true)
  await chains.control.start('ethereum')
  await chains.control.setClock('ethereum', 300)
  for (const { id } of asked) await withdrawalIn(desk, id, 'done', 90_000)
  for (const { to } of asked) assert.equal(await heldAt(desk, to), net)
  const nonces = await desk.database.query<{ nonce: number }>(
    `select distinct nonce from wallets.chain_transaction where withdrawal_id = any($1)`,
    [asked.map(({ id }) => id)],
  )
  assert.equal(nonces.rows.length, asked.length)
})

test('ATT-80 ATT-94 FLT-27: a payout whose block is removed is tracked until another block has it', async (t) => {
  const desk = await coinOutDesk(t, await rig.database(), chains, { bumpAfterMs: 600_000 })
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await fundBoth(desk, dewi)
  await chains.control.setClock('ethereum', 0)
  const { id, to } = await askFor(desk, dewi)
  await withdrawalIn(desk, id, 'broadcast')
  await chains.control.mine('ethereum', 2)
  await withdrawalIn(desk, id, 'confirming')
  await chains.control.fork('ethereum', { depth: 2, forget: true })
  await withdrawalIn(desk, id, 'broadcast')
  await chains.control.setClock('ethereum', 300)
  await withdrawalIn(desk, id, 'done', 90_000)
  assert.equal(await heldAt(desk, to), net)
  const found = await desk.database.query<{ state: string }>(
    `select state from wallets.step where kind = 'chain_withdrawal' and row_id = $1 order by no`,
    [id],
  )
  const steps = found.rows.map(({ state }) => state)
  assert.ok(steps.indexOf('confirming') < steps.lastIndexOf('broadcast'), steps.join(' '))
})
