/** How the adapter handles a faulty gateway, and which faults the local bank can simulate. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import type { Answer } from './port.ts'
import {
  type BankRig,
  invoiceOrder,
  key,
  payoutOrder,
  startBankRig,
  valueOf,
} from './testing/bank-rig.ts'
import { createXenditGateway } from './xendit.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

async function setUp(context: TestContext): Promise<BankRig> {
  const bank = await startBankRig(context, await rig.database())
  await bank.control('/top-ups', { reference: 'start', amount: 10_000_000 })
  return bank
}

const without = ['timeout_before', 'disconnect_before', 'error_before', 'too_many'] as const
const withEffect = ['timeout_after', 'disconnect_after', 'error_after', 'junk'] as const

for (const kind of [...without, ...withEffect]) {
  test(`FLT-33: ${kind} leaves the outcome of a write unknown until it is queried`, async (t) => {
    const bank = await setUp(t)
    const isDone = withEffect.some((one) => one === kind)
    for (const operation of ['create_payout', 'create_invoice']) {
      await bank.control('/faults', { operation, kind, times: 1 })
    }
    const gateway = kind.startsWith('timeout') ? bank.impatient : bank.gateway
    const payout = await gateway.createPayout(payoutOrder('withdrawal:1'))
    assert.equal(payout.status, 'unknown')
    const wanted = isDone ? 'done' : 'absent'
    await until('the payout is known', async () => {
      return (await bank.gateway.findPayout('withdrawal:1')).status === wanted
    })
    const invoice = await gateway.createInvoice(invoiceOrder('deposit:1'))
    assert.equal(invoice.status, 'unknown')
    await until('the invoice is known', async () => {
      return (await bank.gateway.findInvoice('deposit:1')).status === wanted
    })
    // The unchanged order is sent again: there is still one payout.
    valueOf(await bank.gateway.createPayout(payoutOrder('withdrawal:1')))
    assert.equal(valueOf(await bank.gateway.balance()), 10_000_000 - 105_000)
  })

  test(`FLT-33: ${kind} leaves the outcome of a read unknown, never absent`, async (t) => {
    const bank = await setUp(t)
    await bank.control('/faults', { operation: 'call', kind })
    const gateway = kind.startsWith('timeout') ? bank.impatient : bank.gateway
    const reads: readonly Promise<Answer<unknown>>[] = [
      gateway.findInvoice('deposit:1'),
      gateway.findPayout('withdrawal:1'),
      gateway.listBanks(),
      gateway.balance(),
    ]
    for (const read of reads) assert.equal((await read).status, 'unknown')
  })
}

test('FLT-33: an unreachable gateway did nothing, and is reported as down', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  assert.equal(gateway.health().state, 'ok')
  await bank.stop()
  const answer = await gateway.createPayout(payoutOrder('withdrawal:1'))
  assert.deepEqual([answer.status, 'code' in answer && answer.code], ['refused', 'unreachable'])
  assert.equal((await gateway.findPayout('withdrawal:1')).status, 'unknown')
  await gateway.balance()
  assert.equal(gateway.health().state, 'down')
})

test('FLT-33: a gateway that fails occasionally is slow, and healthy again after some good replies', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  await bank.control('/faults', { operation: 'balance', kind: 'error_before', times: 2 })
  await gateway.balance()
  await gateway.balance()
  assert.equal(gateway.health().state, 'slow')
  for (let i = 0; i < 3; i++) await gateway.balance()
  assert.equal(gateway.health().state, 'ok')
})

test('FLT-33: a wrong key is refused and does nothing', async (t) => {
  const bank = await setUp(t)
  const wrong = createXenditGateway({ baseUrl: () => bank.url, key: 'wrong', callbackToken: 'x' })
  const answer = await wrong.createPayout(payoutOrder('withdrawal:1'))
  assert.deepEqual([answer.status, 'code' in answer && answer.code], ['refused', 'invalid_api_key'])
  assert.deepEqual(await bank.gateway.findPayout('withdrawal:1'), { status: 'absent' })
})

test('FLT-33: a stopping server aborts calls and starts no new ones', async (t) => {
  const bank = await setUp(t)
  const ending = new AbortController()
  const gateway = createXenditGateway({
    baseUrl: () => bank.url,
    key,
    callbackToken: 'x',
    signal: ending.signal,
  })
  await bank.control('/faults', { operation: 'create_payout', kind: 'timeout_after', times: 1 })
  const waiting = gateway.createPayout(payoutOrder('withdrawal:1'))
  await until('it is there', async () => {
    return (await bank.gateway.findPayout('withdrawal:1')).status === 'done'
  })
  ending.abort()
  assert.equal((await waiting).status, 'unknown')
  const late = await gateway.createPayout(payoutOrder('withdrawal:2'))
  assert.equal(late.status, 'refused')
})

async function paidInvoice(bank: BankRig, reference: string): Promise<void> {
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(invoiceOrder(reference)))
  assert.equal(await bank.control(`/invoices/${invoiceId}/pay`, {}), 200)
}

test('FLT-34: faults repeat, drop and delay callbacks', async (t) => {
  const bank = await setUp(t)
  await bank.control('/faults', { operation: 'callback', kind: 'repeat', times: 1, value: 7 })
  await paidInvoice(bank, 'deposit:1')
  await until('seven', () => bank.received.length === 7)
  await bank.control('/faults', { operation: 'callback', kind: 'drop', times: 1 })
  await paidInvoice(bank, 'deposit:2')
  await bank.control('/faults', {
    operation: 'callback',
    kind: 'delay',
    times: 1,
    value: 3_600_000,
  })
  await paidInvoice(bank, 'deposit:3')
  await paidInvoice(bank, 'deposit:4')
  await until('the fourth', () => bank.received.length === 8)
  const referenceOf = (place: number) =>
    bank.gateway.readCallback('invoice', bank.received[place]?.body)?.reference
  assert.equal(referenceOf(7), 'deposit:4')
  await bank.control('/callbacks/hasten', {})
  await until('the third', () => bank.received.length === 9)
  assert.equal(referenceOf(8), 'deposit:3')
})

test('ATT-68: a callback may have a false amount, and a payment another amount; reading the invoice shows the true one', async (t) => {
  const bank = await setUp(t)
  await bank.control('/faults', { operation: 'callback', kind: 'lie', times: 1 })
  await paidInvoice(bank, 'deposit:1')
  await until('the lie', () => bank.received.length === 1)
  const bodies = JSON.stringify(bank.received[0]?.body)
  assert.match(bodies, /"paid_amount":151000/)
  assert.equal(valueOf(await bank.gateway.findInvoice('deposit:1')).paidAmount, 150_000)
  await bank.control('/faults', {
    operation: 'payment',
    kind: 'wrong_amount',
    times: 1,
    value: 90_000,
  })
  await paidInvoice(bank, 'deposit:2')
  const wrong = valueOf(await bank.gateway.findInvoice('deposit:2'))
  assert.deepEqual([wrong.state, wrong.amount, wrong.paidAmount], ['paid', 150_000, 90_000])
  assert.equal(valueOf(await bank.gateway.balance()), 10_000_000 + 150_000 + 90_000)
})

test('FLT-35: payouts fail, stall, are reversed, and fail after they succeeded', async (t) => {
  const bank = await setUp(t)
  const outcomes = { fail: 'failed', reverse: 'reversed', fail_after_success: 'failed' } as const
  for (const [kind, state] of Object.entries(outcomes)) {
    await bank.control('/faults', { operation: 'payout', kind, times: 1 })
    valueOf(await bank.gateway.createPayout(payoutOrder(kind)))
    await until(`${kind} ends`, async () => {
      return valueOf(await bank.gateway.findPayout(kind)).state === state
    })
  }
  assert.equal(valueOf(await bank.gateway.balance()), 10_000_000)
  await until('all callbacks', () => bank.received.length === 5)
  const events = bank.received.map(({ body }) => /payout\.\w+/.exec(JSON.stringify(body))?.[0])
  const countOf = (name: string): number => events.filter((event) => event === name).length
  const counts = ['failed', 'reversed', 'succeeded'].map((state) => countOf(`payout.${state}`))
  assert.deepEqual(counts, [2, 1, 2])
})

test('FLT-34: random faults are the same for the same seed', async (t) => {
  const seen: string[] = []
  for (let round = 0; round < 2; round++) {
    const bank = await setUp(t)
    await bank.control('/faults', {
      operation: 'balance',
      kind: 'error_before',
      probability: 0.5,
      seed: 42,
    })
    const statuses: string[] = []
    for (let i = 0; i < 24; i++) statuses.push((await bank.gateway.balance()).status)
    seen.push(statuses.join())
    await bank.stop()
  }
  assert.equal(seen[0], seen[1])
  assert.match(seen[0] ?? '', /done/)
  assert.match(seen[0] ?? '', /unknown/)
})
