/** Receivers that are contracts: how much gas of the house they use, and who pays for it. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Command, custodyAccounts, houseAccounts } from '@tukar/core'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../../adapters/chain-nodes/testing/chains.ts'
import { hotWallet } from '../../../../../adapters/signer/index.ts'
import { creditOf } from '../../../../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../../../../engine/testing/rig.ts'
import { until } from '../../../../../engine/testing/until.ts'
import { type TestAnswer, ask, type Person } from '../../../../../testing/desk.ts'
import { localEpochSlots } from '../../register.ts'
import { addressOf, available, listed, post, type Row } from '../../testing/coin-desk.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  withdrawAs,
  withdrawalIn,
} from '../../testing/coin-out-desk.ts'
import { assertAudit } from '../../testing/treasury-audit.ts'

const etherId = 3
const funds = 100_000_000
const fee = 100_000
const blockMs = 300

/** Code that runs when coins arrive. */
const codes = {
  /** Accepts them and writes one storage slot, as a wallet might. */
  wallet: '0x600160005500',
  /** Accepts them and writes ten storage slots: about 221,000 gas. */
  burning: `0x${Array.from({ length: 10 }, (_, at) => `6001600${at}55`).join('')}00`,
  /** Refuses them. */
  refusing: '0x60006000fd',
}

let rig: Rig
let chains: TemporaryChains
const given = { count: 0 }

before(async () => {
  rig = await startRig()
  chains = await temporaryChains({ epochSlots: localEpochSlots, blockMs: { ethereum: blockMs } })
})

after(async () => {
  await chains.end()
  await rig.stop()
})

/** An unused address, in lower case. */
function anyAddress(): string {
  given.count += 1
  return `0x${'5a'.repeat(18)}${(0x1000 + given.count).toString(16)}`
}

/** Sets the code of an address on the local chain, as if a contract were created there now. */
async function become(address: string, code: string): Promise<string> {
  const response = await fetch(chains.nodes.evm.ethereum?.url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setCode',
      params: [address, code],
    }),
  })
  assert.equal('error' in Object(await response.json()), false)
  return address
}

async function setUp(t: TestContext): Promise<{ desk: CoinOutDesk; dewi: Person }> {
  const desk = await coinOutDesk(t, await rig.database(), chains)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, funds)
  return { desk, dewi }
}

function withdraw(desk: CoinOutDesk, person: Person, address: string): Promise<TestAnswer> {
  const fields = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId, amount: '0.1' }
  return withdrawAs(desk, person, '/evm/coin-withdraw', { ...fields, withdraw_to: address })
}

const idOf = ({ status, body }: TestAnswer): number => {
  assert.equal(status, 200, JSON.stringify(body))
  return Number((body['data'] as Row)['id'])
}

test('ATT-86 SRV-77: a contract is paid only if that needs about the gas of a plain transfer', async (t) => {
  const { desk, dewi } = await setUp(t)
  const check = async (address: string) => {
    const asked = { currency: 'ETH', chain: 'ethereum', withdraw_to: address }
    const { body } = await post(desk, dewi, '/withdraws/check-address', asked)
    return body['success'] === 1 ? 'done' : body['code']
  }
  const taken = idOf(await withdraw(desk, dewi, anyAddress()))
  await withdrawalIn(desk, taken, 'done')
  assert.equal(await check(await become(anyAddress(), codes.wallet)), 'done')
  for (const code of [codes.burning, codes.refusing]) {
    const address = await become(anyAddress(), code)
    assert.equal(await check(address), 'coin.address_kind', code)
    assert.equal((await withdraw(desk, dewi, address)).body['code'], 'coin.address_kind', code)
  }
})

test('ATT-86 FLT-32: an address that becomes such a contract later is not paid, and its owner can cancel', async (t) => {
  const { desk, dewi } = await setUp(t)
  desk.custody.judge(etherId, 'stale')
  const address = anyAddress()
  const rowId = idOf(await withdraw(desk, dewi, address))
  await withdrawalIn(desk, rowId, 'approved')
  await become(address, codes.burning)
  desk.custody.judge(etherId, 'whole')
  await until('it waits for a person', async () => {
    await desk.database.query(
      'update wallets.chain_withdrawal set next_look_at = now(), hints = hints + 1',
    )
    desk.machine.wake()
    const { cause, alarm } = await withdrawalIn(desk, rowId, 'approved')
    return cause === 'receiver_refuses' && alarm === cause
  })
  const kept = await desk.database.query('select 1 from wallets.chain_transaction')
  assert.equal(kept.rows.length, 0)
  assert.equal((await post(desk, dewi, '/withdraws/cancel', { id: rowId })).body['success'], 1)
  await withdrawalIn(desk, rowId, 'canceled')
  assert.equal(await available(desk, dewi, etherId), funds)
})

test('ATT-94 ATT-88 INV-13 SRV-81: a receiver that reverts a payout costs its owner the fee, and it counts for the daily limit', async (t) => {
  const { desk, dewi } = await setUp(t)
  t.after(() => chains.control.setClock('ethereum', blockMs))
  const address = anyAddress()
  // On the chain and in the ledger, so that no top-up is needed first.
  const accounts = await desk.addressKeys.accounts()
  assert.ok(accounts !== null)
  const hot = accounts.evm.at(hotWallet)
  await chains.control.pay('ethereum', { address: hot, amount: 10n ** 18n, asset: 'coin' })
  await chains.control.mine('ethereum', 1)
  const credit = creditOf(dewi.userId, etherId, funds)
  const command = { ...credit, railId: custodyAccounts.ethereum } as Command
  const outcome = await desk.engine.submit(command, freshId(dewi.userId, command))
  assert.equal(outcome.status, 'accepted')
  await chains.control.setClock('ethereum', 0)
  const rowId = idOf(await withdraw(desk, dewi, address))
  await withdrawalIn(desk, rowId, 'broadcast')
  await become(address, codes.refusing)
  await chains.control.setClock('ethereum', blockMs)
  const { cause } = await withdrawalIn(desk, rowId, 'failed', 90_000)
  assert.equal(cause, 'reverted_final')
  assert.equal(await available(desk, dewi, etherId), 2 * funds - fee)
  const kept = await desk.database.query<{ amount: number }>(
    `select amount from exchange.transfer where source = $1 and to_account_id = $2`,
    [`chain_withdrawal:${rowId}`, houseAccounts.fees],
  )
  assert.deepEqual(kept.rows, [{ amount: fee }])
  const rules = await ask(desk, 'GET', '/withdraws/rules?currency=ETH', { token: dewi.token })
  assert.equal((rules.body['data'] as Row)['daily_used'], '0.10000000')
  const [row] = await listed(desk, dewi, '/withdraws')
  assert.deepEqual([row?.['withdraw_status'], row?.['cause']], ['FAILED', 'reverted_final'])
  const [notice] = (
    await desk.database.query<{ kind: string; params: Row }>(
      `select kind, params from notifications.notice where account_id = $1 order by id desc limit 1`,
      [dewi.userId],
    )
  ).rows
  assert.equal(notice?.kind, 'coin_withdrawal_reverted')
  assert.match(String(notice.params['amount']), /^0[.,]099/)
  const mails = await desk.database.query(
    `select 1 from mail.outbox where template = 'coin_withdrawal_reverted'`,
  )
  assert.equal(mails.rows.length, 1)
  await assertAudit(desk)
})
