/** Withdrawals over local chains: held, approved, signed, sent once, and settled once they are final. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { seedIn } from '@tukar/core/sim/slice'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import { type Rig, startRig, uuidAt } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { openParams } from '../../../../platform/mail/mail.ts'
import { recordSecurityEvent } from '../../../../platform/security/events.ts'
import { createRandom } from '../../../../simulation/random.ts'
import type { TestAnswer } from '../../../../testing/desk.ts'
import { auditWallets } from '../../audit-run.ts'
import { prepareOperator } from '../../rupiah/testing/operators.ts'
import { createAbsentSigner } from '../../testing/absent-signer.ts'
import { ether as etherMoney } from '../../testing/coin-money.ts'
import { thiefName } from '../../testing/coin-moves.ts'
import { coinSide } from '../../testing/coin-side.ts'
import { tamperWith } from '../../testing/tamper.ts'
import { localEpochSlots } from '../register.ts'
import { agreeTo } from '../testing/agreeing.ts'
import { reversedDeposit } from '../testing/coins.ts'
import {
  addressOf,
  approvalKey,
  available,
  listed,
  newestIn,
  post,
  type Row,
} from '../testing/coin-desk.ts'
import {
  type CoinOutDesk,
  coinOutDesk,
  strangers,
  withdrawAs,
  withdrawalIn,
} from '../testing/coin-out-desk.ts'
import { approvePayout } from './requests/approving.ts'
import { readPayment } from './payment-store.ts'

/** A small part of the tamperings that run on simulated nodes. */
const tamperings = 20
const bitcoinId = 2
const etherId = 3
const tetherId = 5
const receiver = { to_name: 'Budi Santoso', to_home_address: 'Jalan Melati 1, Bandung' }

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
const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]

const ether = { chain_id: 1, currency: 'ETH', ccurrency_table_id: etherId }

/** Runs all checks of the audit, as of rows that are at rest. */
async function assertAudit(desk: CoinOutDesk): Promise<void> {
  for (const kind of ['chain_deposit', 'chain_withdrawal']) {
    await desk.database.query(
      `update wallets.${kind} set updated_at = now() - interval '1 minute' where taken_until is null`,
    )
  }
  const lines: string[] = []
  assert.ok(await auditWallets(desk.databaseUrl, (line) => lines.push(line)), lines.join('\n'))
}

test('BTCW-04 BTCW-05 SRV-77 SRV-81: bitcoin is deposited, withdrawn, final after its confirmations, and notified', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'bitcoin')
  await post(desk, dewi, '/simulation/chain/faucet', {
    chain: 'bitcoin',
    currency: 'BTC',
    amount: '0.05',
  })
  await newestIn(desk, dewi, { url: '/wallets_btc/deposits', state: 'held' })
  const [deposit] = await listed(desk, dewi, '/wallets_btc/deposits')
  await post(desk, dewi, '/ccdeposits/kyt', {
    ccdeposit_id: deposit?.['id'],
    kyt_name: 'Budi',
    kyt_home_address: 'Jalan Melati 1',
  })
  await newestIn(desk, dewi, { url: '/wallets_btc/deposits', state: 'credited' })
  const asked = { withdraw_to: strangers.bitcoin, amount: '0.02', ...receiver }
  const answer = await withdrawAs(desk, dewi, '/wallets_btc/withdraw', asked)
  const rowId = idOf(answer)
  assert.equal(answer.body['msg'], 'Withdraw sedang dalam proses.')
  await withdrawalIn(desk, rowId, 'done')
  const [row] = await listed(desk, dewi, '/wallets_btc/withdraws')
  assert.deepEqual(
    [row?.['status'], row?.['amount'], row?.['fee'], row?.['net'], row?.['to_address']],
    ['COMPLETED', '0.02000000', '0.00010000', '0.01990000', strangers.bitcoin],
  )
  const paid = await desk.nodes.bitcoin?.unspent([{ txid: String(row?.['txid']), index: 0 }])
  assert.ok(paid?.status === 'done')
  assert.equal(paid.value[0]?.amount, 1_990_000n)
  assert.equal(await available(desk, dewi, bitcoinId), 3_000_000)
  const notices = await desk.database.query<{ kind: string }>(
    `select kind from notifications.notice where account_id = $1 and kind like 'coin_withdrawal%'
     order by id`,
    [dewi.userId],
  )
  assert.deepEqual(
    notices.rows.map(({ kind }) => kind),
    ['coin_withdrawal_requested', 'coin_withdrawal_sent', 'coin_withdrawal_completed'],
  )
  await assertAudit(desk)
})

test('EVMW-07 EVMW-08 SRV-76 FLT-32: a withdrawal from an empty hot wallet waits, is topped up in a simulation, and is paid', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 100_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm.toLowerCase(), amount: '0.2' }
  const answer = await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked)
  assert.equal(answer.body['msg'], 'Success')
  await withdrawalIn(desk, idOf(answer), 'done')
  const [row] = await listed(desk, dewi, '/withdraws')
  assert.deepEqual(
    [row?.['withdraw_status'], row?.['withdraw_amount'], row?.['evm_chain_id']],
    ['COMPLETED', '0.20000000', 1],
  )
  assert.match(String(row?.['withdraw_txhash']), /^0x[0-9a-f]{64}$/)
  const held = await desk.nodes.evm.ethereum?.balances(strangers.evm, [], 'latest')
  assert.ok(held?.status === 'done')
  assert.equal(held.value.coin, 199_000_000_000_000_000n)
  await assertAudit(desk)
})

test('EVMW-07 SRV-76 FLT-30: a token is swept with funded gas and paid from the hot wallet', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await post(desk, dewi, '/simulation/chain/faucet', {
    chain: 'bnb',
    currency: 'USDT',
    amount: '500',
  })
  await newestIn(desk, dewi, { url: '/ccdeposits', state: 'credited' })
  const token = desk.register.assets.find(
    ({ chain, symbol }) => chain === 'bnb' && symbol === 'USDT',
  )
  const asked = {
    chain_id: 56,
    currency: 'USDT',
    ccurrency_table_id: tetherId,
    contract_address: token?.contract,
    withdraw_to: strangers.evm,
    amount: '100',
  }
  const answer = await withdrawAs(desk, dewi, '/evm/token-withdraw', asked)
  await withdrawalIn(desk, idOf(answer), 'done', 90_000)
  const held = await desk.nodes.evm.bnb?.balances(strangers.evm, [token?.contract ?? ''], 'latest')
  assert.ok(held?.status === 'done')
  assert.deepEqual(held.value.tokens, [98_000_000n])
  const moves = await desk.database.query<{ purpose: string }>(
    `select distinct purpose from wallets.chain_transaction where chain = 'bnb' order by purpose`,
  )
  assert.deepEqual(
    moves.rows.map(({ purpose }) => purpose),
    ['gas_funding', 'payout', 'sweep'],
  )
  await assertAudit(desk)
})

test('ATT-85 ATT-86 ATT-90 SRV-76: a disallowed withdrawal is refused before its code is used', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const eka = await desk.person('Eka')
  await addressOf(desk, dewi, 'ethereum')
  const others = await addressOf(desk, eka, 'ethereum')
  const accounts = await desk.addressKeys.accounts()
  const hot = accounts?.evm.at({ branch: 1, index: 0 }) ?? ''
  await desk.fund(dewi, etherId, 1_000_000_000)
  const right = { ...ether, withdraw_to: strangers.evm, amount: '0.1' }
  const cases: readonly (readonly [object, string])[] = [
    [{ amount: '0' }, 'coin.below_fee'],
    [{ amount: '0.001' }, 'coin.below_fee'],
    [{ amount: '0.0015' }, 'coin.minimum'],
    [{ amount: '0.123456789' }, 'amount.too_precise'],
    [{ amount: '9' }, 'coin.maximum'],
    [{ fee: '0.002' }, 'coin.fee_changed'],
    [{ chain_id: 56 }, 'coin.unknown'],
    [{ ccurrency_table_id: bitcoinId }, 'coin.unknown'],
    [{ withdraw_to: strangers.bitcoin }, 'coin.address_form'],
    [{ withdraw_to: strangers.evm.replace('E', 'e') }, 'coin.address_checksum'],
    [{ withdraw_to: `0x${'0'.repeat(40)}` }, 'coin.address_kind'],
    [{ withdraw_to: others }, 'coin.address_own'],
    [{ withdraw_to: hot }, 'coin.address_own'],
  ]
  for (const [fields, code] of cases) {
    const answer = await withdrawAs(desk, dewi, '/evm/coin-withdraw', { ...right, ...fields })
    assert.equal(answer.body['code'], code, JSON.stringify(fields))
  }
  const made = await desk.database.query('select 1 from wallets.chain_withdrawal')
  assert.equal(made.rows.length, 0)
})

test('TRAVEL-02 TRAVEL-03 ATT-88: above the daily limit a receiver is required, also for split amounts', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 1_000_000_000)
  const send = (fields: { readonly amount: string }) =>
    withdrawAs(desk, dewi, '/evm/coin-withdraw', {
      ...ether,
      withdraw_to: strangers.evm,
      ...fields,
    })
  assert.deepEqual(codeOf(await send({ amount: '0.3' })), [400, 'coin.receiver_needed'])
  const letter = { to_name: 'B', to_home_address: 'Jalan Melati 1' }
  assert.deepEqual(codeOf(await send({ amount: '0.3', ...letter })), [400, 'coin.receiver_needed'])
  idOf(await send({ amount: '0.29999999' }))
  assert.deepEqual(codeOf(await send({ amount: '0.01' })), [400, 'coin.receiver_needed'])
  idOf(await send({ amount: '0.3', ...receiver }))
  const bitcoin = { withdraw_to: strangers.bitcoin, amount: '0.001' }
  const none = await withdrawAs(desk, dewi, '/wallets_btc/withdraw', bitcoin)
  assert.deepEqual(codeOf(none), [400, 'coin.receiver_always'])
})

test('ATT-84 ATT-91 R-12: a repeated request gives the same row, and another body with its key is refused', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 25_000_000)
  const key = uuidAt(Date.now())
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '0.2' }
  const first = await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked, key)
  const again = await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked, key)
  assert.equal(idOf(again), idOf(first))
  const other = await withdrawAs(desk, dewi, '/evm/coin-withdraw', { ...asked, amount: '0.1' }, key)
  assert.deepEqual(codeOf(other), [409, 'command.id_reused'])
  const poor = await withdrawAs(desk, dewi, '/evm/coin-withdraw', { ...asked, amount: '0.09' })
  assert.deepEqual(codeOf(poor), [400, 'withdrawal.insufficient'])
  const wrong = await withdrawAs(desk, dewi, '/evm/coin-withdraw', {
    ...asked,
    amount: '0.05',
    OTP: '000000',
  })
  assert.deepEqual(codeOf(wrong), [400, 'otp.wrong'])
})

test('ADR 0017 ATT-80: after a reorganized deposit, earlier withdrawals are not signed until the account resumes', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const operators = [await desk.person('Operator one'), await desk.person('Operator two')]
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 2_000_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '3', ...receiver }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await withdrawalIn(desk, rowId, 'waiting_approval')
  const depositId = await reversedDeposit(desk.database, dewi.userId)
  for (const operator of operators) await agreeTo(desk, rowId, 'approve', operator)
  const waiting = await withdrawalIn(desk, rowId, 'held')
  assert.equal(waiting['cause'], 'account_held')
  const [row] = await listed(desk, dewi, '/withdraws')
  const next = row?.['next'] as Row | undefined
  assert.deepEqual([row?.['cause'], next?.['what']], ['account_held', 'review'])
  await desk.database.query('update wallets.chain_deposit set released_life = life where id = $1', [
    depositId,
  ])
  await withdrawalIn(desk, rowId, 'done')
})

test('SRV-80 ATT-93: a large withdrawal waits for two operators, and can be canceled until it is signed', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const one = await desk.person('Operator one')
  const two = await desk.person('Operator two')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 2_000_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '3', ...receiver }
  const first = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  const second = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await withdrawalIn(desk, first, 'waiting_approval')
  await withdrawalIn(desk, second, 'waiting_approval')
  const canceled = await post(desk, dewi, '/withdraws/cancel', { id: second })
  assert.equal(canceled.body['success'], 1, JSON.stringify(canceled.body))
  await withdrawalIn(desk, second, 'canceled')
  await agreeTo(desk, first, 'approve', one)
  desk.machine.wake()
  await withdrawalIn(desk, first, 'waiting_approval')
  await agreeTo(desk, first, 'approve', two)
  await withdrawalIn(desk, first, 'done')
  const late = await post(desk, dewi, '/withdraws/cancel', { id: first })
  assert.deepEqual(codeOf(late), [409, 'withdrawal.over'])
  assert.equal(await available(desk, dewi, etherId), 1_700_000_000)
  await assertAudit(desk)
})

test('ATT-97: a changed or inserted row is neither approved nor paid', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 2_000_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '3', ...receiver }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await withdrawalIn(desk, rowId, 'waiting_approval')
  await desk.database.query(
    `update wallets.chain_withdrawal set approvals_needed = 0, version = version + 1,
       hints = hints + 1, next_look_at = now() where id = $1`,
    [rowId],
  )
  desk.machine.wake()
  const alarmOf = async () => {
    const found = await desk.database.query<Row>(
      'select state, alarm, approval from wallets.chain_withdrawal where id = $1',
      [rowId],
    )
    return found.rows[0]
  }
  await until('an alarm', async () => (await alarmOf())?.['alarm'] !== null)
  const row = await alarmOf()
  assert.deepEqual([row?.['alarm'], row?.['approval']], ['request_forged', null])
  assert.ok(['held', 'waiting_approval'].includes(String(row?.['state'])), String(row?.['state']))
})

test('H-1 H-2 H-4 ATT-97 INV-05 INV-13: a canceled withdrawal that is set back with forged approvals is not signed, even with the approval key', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 2_000_000_000)
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '3', ...receiver }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await withdrawalIn(desk, rowId, 'waiting_approval')
  const payment = await readPayment(desk.database, rowId)
  const { holdId } = payment
  assert.ok(holdId !== null)
  const stated = await desk.engine.stateHold(holdId)
  assert.ok(stated.status === 'known' && stated.statement !== null)
  assert.equal((await post(desk, dewi, '/withdraws/cancel', { id: rowId })).body['success'], 1)
  await withdrawalIn(desk, rowId, 'canceled')
  const [one, two] = [await desk.person('Operator one'), await desk.person('Operator two')]
  await desk.database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     select 'chain_withdrawal', $1, 'approve', id, 'Put here.' from unnest($2::bigint[]) as id`,
    [rowId, [one.userId, two.userId]],
  )
  await desk.database.query(
    `update wallets.chain_withdrawal set state = 'held', cause = null, canceled_by = null,
       hints = hints + 1, next_look_at = now() where id = $1`,
    [rowId],
  )
  const untilAlarm = (alarm: string) =>
    until(`its row to say ${alarm}`, async () => {
      desk.machine.wake()
      const found = await desk.database.query(
        'select from wallets.chain_withdrawal where id = $1 and alarm = $2',
        [rowId, alarm],
      )
      return found.rows.length === 1
    })
  // A forged approval is not two operators, and an approved withdrawal is not signed without its coins.
  await untilAlarm('votes_unproven')
  for (const operator of [one, two]) await agreeTo(desk, rowId, 'approve', operator)
  await untilAlarm('hold_gone')
  const signed = await desk.database.query(
    'select from wallets.chain_transaction where withdrawal_id = $1',
    [rowId],
  )
  assert.equal(signed.rows.length, 0)
  const asset = desk.register.assets.find(({ chain }) => chain === 'ethereum')
  assert.ok(asset)
  const approvalFields = {
    asset,
    holdId,
    feeMax: 10n ** 16n,
    approvedBy: 'thief',
    nowMs: Date.now(),
  }
  const fees = { kind: 'dynamic', max: '3000000000', priority: '1000000000' } as const
  const spend = {
    family: 'evm',
    from: hotWallet,
    nonce: 0,
    gasLimit: '21000',
    gasPrice: fees,
    own: null,
  } as const
  const asker = { epoch: desk.engine.status().epoch, bookAtLeast: 0 }
  for (const [reference, statement, code] of [
    [payment.reference, stated.statement, 'approval.void'],
    ['made-up', stated.statement, 'approval.void'],
    ['made-up', null, 'hold.unstated'],
    ['made-up', { ...stated.statement, hold: 'hold:99' }, 'hold.forged'],
  ] as const) {
    const approved = approvePayout(approvalKey, { ...payment, reference }, approvalFields)
    const answer = await desk.signer.sign(
      { ...approved, spend },
      { ...asker, statement, votes: [] },
    )
    assert.deepEqual(answer, { status: 'refused', code })
  }
  assert.equal(await available(desk, dewi, etherId), 2_000_000_000)
})

test('ATT-92 ATT-93 SRV-82: after a password change a withdrawal waits, and its e-mail link cancels it once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await addressOf(desk, dewi, 'ethereum')
  await desk.fund(dewi, etherId, 100_000_000)
  await inTransaction(desk.database, (transaction) =>
    recordSecurityEvent(transaction, {
      accountId: dewi.userId,
      kind: 'password.changed',
      clientAddress: '192.0.2.1',
      details: {},
    }),
  )
  const asked = { ...ether, withdraw_to: strangers.evm, amount: '0.2' }
  const rowId = idOf(await withdrawAs(desk, dewi, '/evm/coin-withdraw', asked))
  await until('the hold that lasts longest', async () => {
    const row = await withdrawalIn(desk, rowId, 'held')
    return row['cause'] === 'security_hold'
  })
  const [row] = await listed(desk, dewi, '/withdraws')
  const next = row?.['next'] as Row | undefined
  assert.equal(next?.['what'], 'hold_ends')
  const found = await desk.database.query<{ id: string; sealed: Buffer }>(
    `select mail_id as id, sealed from mail.outbox
     where recipient = $1 and template = 'coin_withdrawal_held'`,
    [dewi.email],
  )
  const [mail] = found.rows
  assert.ok(mail !== undefined)
  const params: Readonly<Record<string, unknown>> = {
    ...openParams(desk.keys, mail.id, mail.sealed),
  }
  assert.equal(params['address'], strangers.evm, 'the whole of it')
  assert.match(String(params['why']), /security of your account was changed/)
  const token = new URL(String(params['link'])).searchParams.get('token')
  const shown = await post(desk, dewi, '/withdraws/of-link', { token })
  assert.equal((shown.body['data'] as Row)['can_cancel'], true)
  const canceled = await post(desk, dewi, '/withdraws/cancel-by-link', { token })
  assert.equal(canceled.body['success'], 1, JSON.stringify(canceled.body))
  await withdrawalIn(desk, rowId, 'canceled')
  const again = await post(desk, dewi, '/withdraws/cancel-by-link', { token })
  assert.equal(again.body['code'], 'withdrawal.link_used')
  assert.equal(await available(desk, dewi, etherId), 100_000_000)
})

test(`ATT-97 H-1 H-3: after ${tamperings} random tamperings nobody is sent or credited what was not asked for, on real nodes either`, async (t) => {
  const signer = createAbsentSigner()
  const options = { asSigner: signer.asSigner, overdueAfterMs: 60_000 }
  const desk = await coinOutDesk(t, await rig.database(), chains, options)
  const operator = await desk.person('Ratna')
  const thief = await desk.person(thiefName)
  await prepareOperator(desk.database, operator.userId, 'Ratna')
  const random = createRandom(seedIn(process.env))
  const chance = () => random.uniform()
  const side = await coinSide(desk, operator, { money: etherMoney, signer, thief })
  await tamperWith(desk, [side], { chance, count: tamperings })
})
