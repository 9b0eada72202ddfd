/**
 * The contract of the bank gateway, proven through the live adapter over real HTTP against the local bank.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import type { Answer, Payout } from './port.ts'
import {
  type BankRig,
  callbackToken,
  invoiceOrder,
  payoutOrder,
  startBankRig,
  valueOf,
} from './testing/bank-rig.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

async function setUp(context: TestContext): Promise<BankRig> {
  return startBankRig(context, await rig.database())
}

async function pay(bank: BankRig, invoiceId: string, how: object = {}): Promise<void> {
  assert.equal(await bank.control(`/invoices/${invoiceId}/pay`, how), 200)
}

async function payoutIn(bank: BankRig, reference: string, state: Payout['state']) {
  const seen: { last: Answer<Payout> } = { last: { status: 'absent' } }
  await until(`${reference} is ${state}`, async () => {
    const answer = await bank.gateway.findPayout(reference)
    seen.last = answer
    return answer.status === 'done' && answer.value.state === state
  })
  return valueOf(seen.last)
}

test('SRV-69: an invoice is created with our reference, found by it, and paid with our amount', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  assert.deepEqual(await gateway.findInvoice('deposit:1'), { status: 'absent' })
  const made = valueOf(await gateway.createInvoice(invoiceOrder('deposit:1')))
  assert.equal(made.state, 'pending')
  assert.equal(made.amount, 150_000)
  assert.equal(made.paymentId, null)
  assert.match(made.checkoutUrl, /^http:\/\/localhost:3000\/simulation\/bank\/invoices\/\w+$/)
  assert.ok(Math.abs(made.expiresAtMs - Date.now() - 3_600_000) < 60_000)
  await pay(bank, made.invoiceId, { method: 'BCA_VA' })
  const paid = valueOf(await gateway.findInvoice('deposit:1'))
  assert.deepEqual([paid.state, paid.paidAmount, paid.currency], ['paid', 150_000, 'IDR'])
  assert.deepEqual([paid.method, paid.channel], ['BANK_TRANSFER', 'BCA'])
  assert.ok(paid.paymentId !== null && paid.paidAtMs !== null)
  assert.equal(valueOf(await gateway.balance()), 150_000)
  await until('the callback', () => bank.received.length === 1)
  const [callback] = bank.received
  assert.equal(callback?.token, callbackToken)
  assert.deepEqual(gateway.readCallback('invoice', callback?.body), {
    reference: 'deposit:1',
    outsideId: made.invoiceId,
  })
})

test('SRV-70: an invoice expires by our call or by its time, and a paid one stays paid', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  const first = valueOf(await gateway.createInvoice(invoiceOrder('deposit:1')))
  assert.equal(valueOf(await gateway.expireInvoice(first.invoiceId)).state, 'expired')
  assert.equal(valueOf(await gateway.expireInvoice(first.invoiceId)).state, 'expired')
  await pay(bank, first.invoiceId)
  assert.equal(valueOf(await gateway.findInvoice('deposit:1')).state, 'expired')
  await pay(bank, first.invoiceId, { late: 'yes' })
  assert.equal(valueOf(await gateway.findInvoice('deposit:1')).state, 'paid')
  assert.equal(valueOf(await gateway.expireInvoice(first.invoiceId)).state, 'paid')
  const order = { ...invoiceOrder('deposit:2'), expiresInSeconds: 1 }
  valueOf(await gateway.createInvoice(order))
  await until('it expired', async () => {
    return valueOf(await gateway.findInvoice('deposit:2')).state === 'expired'
  })
  assert.deepEqual(await gateway.expireInvoice('nothing'), { status: 'absent' })
})

test('FLT-33: of several invoices with one reference the paid one is found', async (t) => {
  const bank = await setUp(t)
  const first = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:1')))
  const second = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:1')))
  assert.equal(valueOf(await bank.gateway.findInvoice('deposit:1')).invoiceId, second.invoiceId)
  await pay(bank, first.invoiceId)
  assert.equal(valueOf(await bank.gateway.findInvoice('deposit:1')).invoiceId, first.invoiceId)
})

test('INV-13: a hundred concurrent calls with one reference make one payout, paid once with its fee', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  assert.equal(await bank.control('/top-ups', { reference: 'start', amount: 1_000_000 }), 200)
  assert.equal(await bank.control('/top-ups', { reference: 'start', amount: 1_000_000 }), 200)
  assert.equal(valueOf(await gateway.balance()), 1_000_000)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => gateway.createPayout(payoutOrder('withdrawal:1'))),
  )
  const ids = new Set(answers.map((answer) => valueOf(answer).payoutId))
  assert.equal(ids.size, 1)
  const payout = await payoutIn(bank, 'withdrawal:1', 'succeeded')
  assert.deepEqual([payout.bankCode, payout.accountNumber], ['BCA', '1234567890'])
  assert.equal(valueOf(await gateway.balance()), 1_000_000 - 105_000)
  await until('the callback', () => bank.received.length === 1)
  assert.deepEqual(gateway.readCallback('payout', bank.received[0]?.body), {
    reference: 'withdrawal:1',
    outsideId: payout.payoutId,
  })
})

test('ATT-94: the same reference with other inputs pays nothing, and its outcome is unknown', async (t) => {
  const bank = await setUp(t)
  await bank.control('/top-ups', { reference: 'start', amount: 1_000_000 })
  valueOf(await bank.gateway.createPayout(payoutOrder('withdrawal:1')))
  for (const order of [
    payoutOrder('withdrawal:1', 200_000),
    payoutOrder('withdrawal:1', 100_000, '9876543210'),
  ]) {
    assert.equal((await bank.gateway.createPayout(order)).status, 'unknown')
  }
  // An order with another description, but the same payment, returns the first payout.
  const same = { ...payoutOrder('withdrawal:1'), description: 'again' }
  assert.equal((await bank.gateway.createPayout(same)).status, 'done')
  assert.equal(valueOf(await bank.gateway.balance()), 895_000)
})

test('SRV-78: an impossible payout is refused, and its reference can be used again', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  const refused = async (order: ReturnType<typeof payoutOrder>): Promise<string> => {
    const answer = await gateway.createPayout(order)
    return answer.status === 'refused' ? answer.code : answer.status
  }
  assert.equal(await refused(payoutOrder('withdrawal:1')), 'insufficient_balance')
  await bank.control('/top-ups', { reference: 'start', amount: 105_000 })
  assert.equal(
    await refused({ ...payoutOrder('withdrawal:1'), bankCode: 'NOWHERE' }),
    'channel_code_not_supported_error',
  )
  assert.equal(
    await refused(payoutOrder('withdrawal:1', 100_000, 'abc')),
    'recipient_account_number_error',
  )
  assert.deepEqual(await gateway.findPayout('withdrawal:1'), { status: 'absent' })
  assert.equal((await gateway.createPayout(payoutOrder('withdrawal:1'))).status, 'done')
  assert.equal(valueOf(await gateway.balance()), 0)
})

test('FLT-35: account numbers decide the result of a payout, and a reversed one is credited in full', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  await bank.control('/top-ups', { reference: 'start', amount: 1_000_000 })
  for (const ending of ['0000', '0001', '0002', '0003']) {
    valueOf(await gateway.createPayout(payoutOrder(`to:${ending}`, 100_000, `123456${ending}`)))
  }
  const failed = await payoutIn(bank, 'to:0000', 'failed')
  assert.equal(failed.failureCode, 'INVALID_DESTINATION')
  assert.equal((await payoutIn(bank, 'to:0003', 'failed')).failureCode, 'TEMPORARY_TRANSFER_ERROR')
  await payoutIn(bank, 'to:0001', 'reversed')
  const waiting = await payoutIn(bank, 'to:0002', 'accepted')
  assert.equal(valueOf(await gateway.balance()), 895_000)
  const path = `/payouts/${waiting.payoutId}/decide`
  assert.equal(await bank.control(path, { state: 'SUCCEEDED' }), 200)
  assert.equal(await bank.control(path, { state: 'SUCCEEDED' }), 404)
  assert.equal(await bank.control(path, { state: 'FAILED' }), 200)
  assert.equal((await payoutIn(bank, 'to:0002', 'failed')).failureCode, 'REJECTED_BY_CHANNEL')
  assert.equal(valueOf(await gateway.balance()), 1_000_000)
})

test('SRV-28: all banks are listed, those without payouts included, and cached while the gateway is unreachable', async (t) => {
  const bank = await setUp(t)
  const banks = valueOf(await bank.gateway.listBanks())
  assert.ok(banks.length > 20)
  assert.ok(banks.some(({ code, canDisburse }) => code === 'BCA' && canDisburse))
  assert.ok(banks.some(({ canDisburse }) => !canDisburse))
  await bank.stop()
  assert.deepEqual(valueOf(await bank.gateway.listBanks()), banks)
})

test('ATT-66: a callback is valid only with our token, and read only with a reference', async (t) => {
  const { gateway } = await setUp(t)
  assert.ok(gateway.isCallback(callbackToken))
  for (const token of [undefined, '', `${callbackToken} `, callbackToken.slice(1), 'é']) {
    assert.ok(!gateway.isCallback(token))
  }
  for (const body of [null, 'x', [], {}, { id: 1, external_id: 'a' }, { data: { id: 'x' } }]) {
    assert.equal(gateway.readCallback('invoice', body), null)
    assert.equal(gateway.readCallback('payout', body), null)
  }
})

test('FLT-34: a callback is retried until it is accepted, and pending ones survive a restart', async (t) => {
  const databaseUrl = await rig.database()
  const bank = await startBankRig(t, databaseUrl)
  bank.answerWith(503)
  const invoice = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:1')))
  await pay(bank, invoice.invoiceId)
  await bank.control('/faults', { operation: 'find_payout', kind: 'junk' })
  await until('it was tried often', () => bank.received.length >= 4)
  await bank.stop()
  const again = await startBankRig(t, databaseUrl)
  await until('it was taken', () => again.received.length === 1)
  const paid = valueOf(await again.gateway.findInvoice('deposit:1'))
  assert.deepEqual([paid.state, paid.invoiceId], ['paid', invoice.invoiceId])
  assert.equal((await again.gateway.findPayout('x')).status, 'unknown')
  await again.control('/callbacks/hasten', {})
  assert.equal(again.received.length, 1)
})
