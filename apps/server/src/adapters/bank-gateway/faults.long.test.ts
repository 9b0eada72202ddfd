/** What the adapter makes of a gateway that does wrong, and what the local party can be told to do wrong. */
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
  await bank.tell('/top-ups', { reference: 'start', amount: 10_000_000 })
  return bank
}

const without = ['timeout_before', 'disconnect_before', 'error_before', 'too_many'] as const
const withEffect = ['timeout_after', 'disconnect_after', 'error_after', 'junk'] as const

for (const kind of [...without, ...withEffect]) {
  test(`FLT-33: ${kind} leaves a write unknown until it is asked for`, async (t) => {
    const bank = await setUp(t)
    const isDone = withEffect.some((one) => one === kind)
    for (const operation of ['create_payout', 'create_invoice']) {
      await bank.tell('/faults', { operation, kind, times: 1 })
    }
    const gateway = kind.startsWith('timeout') ? bank.hasty : bank.gateway
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
    // The same again, as it was: one payout in the end.
    valueOf(await bank.gateway.createPayout(payoutOrder('withdrawal:1')))
    assert.equal(valueOf(await bank.gateway.balance()), 10_000_000 - 105_000)
  })

  test(`FLT-33: ${kind} leaves a read unknown, never absent`, async (t) => {
    const bank = await setUp(t)
    await bank.tell('/faults', { operation: 'call', kind })
    const gateway = kind.startsWith('timeout') ? bank.hasty : bank.gateway
    const reads: readonly Promise<Answer<unknown>>[] = [
      gateway.findInvoice('deposit:1'),
      gateway.findPayout('withdrawal:1'),
      gateway.listBanks(),
      gateway.balance(),
    ]
    for (const read of reads) assert.equal((await read).status, 'unknown')
  })
}

test('FLT-33: a gateway that cannot be reached did nothing, and is told to be down', async (t) => {
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

test('FLT-33: a gateway that fails now and then is slow, and well again after some good answers', async (t) => {
  const bank = await setUp(t)
  const { gateway } = bank
  await bank.tell('/faults', { operation: 'balance', kind: 'error_before', times: 2 })
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

test('FLT-33: calls end with the server, and none is begun after', async (t) => {
  const bank = await setUp(t)
  const ending = new AbortController()
  const gateway = createXenditGateway({
    baseUrl: () => bank.url,
    key,
    callbackToken: 'x',
    signal: ending.signal,
  })
  await bank.tell('/faults', { operation: 'create_payout', kind: 'timeout_after', times: 1 })
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
  assert.equal(await bank.tell(`/invoices/${invoiceId}/pay`, {}), 200)
}

test('FLT-34: callbacks are repeated, dropped and sent late as it is told', async (t) => {
  const bank = await setUp(t)
  await bank.tell('/faults', { operation: 'callback', kind: 'repeat', times: 1, value: 7 })
  await paidInvoice(bank, 'deposit:1')
  await until('seven', () => bank.taken.length === 7)
  await bank.tell('/faults', { operation: 'callback', kind: 'drop', times: 1 })
  await paidInvoice(bank, 'deposit:2')
  await bank.tell('/faults', { operation: 'callback', kind: 'delay', times: 1, value: 3_600_000 })
  await paidInvoice(bank, 'deposit:3')
  await paidInvoice(bank, 'deposit:4')
  await until('the fourth', () => bank.taken.length === 8)
  const referenceOf = (place: number) =>
    bank.gateway.readCallback('invoice', bank.taken[place]?.body)?.reference
  assert.equal(referenceOf(7), 'deposit:4')
  await bank.tell('/callbacks/hasten', {})
  await until('the third', () => bank.taken.length === 9)
  assert.equal(referenceOf(8), 'deposit:3')
})

test('ATT-68: a callback may lie about the amount, a payment may be of another; reading again tells', async (t) => {
  const bank = await setUp(t)
  await bank.tell('/faults', { operation: 'callback', kind: 'lie', times: 1 })
  await paidInvoice(bank, 'deposit:1')
  await until('the lie', () => bank.taken.length === 1)
  const told = JSON.stringify(bank.taken[0]?.body)
  assert.match(told, /"paid_amount":151000/)
  assert.equal(valueOf(await bank.gateway.findInvoice('deposit:1')).paidAmount, 150_000)
  await bank.tell('/faults', {
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

test('FLT-35: payouts fail, stall, come back, and fail after they succeeded', async (t) => {
  const bank = await setUp(t)
  const outcomes = { fail: 'failed', reverse: 'reversed', fail_after_success: 'failed' } as const
  for (const [kind, state] of Object.entries(outcomes)) {
    await bank.tell('/faults', { operation: 'payout', kind, times: 1 })
    valueOf(await bank.gateway.createPayout(payoutOrder(kind)))
    await until(`${kind} ends`, async () => {
      return valueOf(await bank.gateway.findPayout(kind)).state === state
    })
  }
  assert.equal(valueOf(await bank.gateway.balance()), 10_000_000)
  await until('all callbacks', () => bank.taken.length === 5)
  const events = bank.taken.map(({ body }) => /payout\.\w+/.exec(JSON.stringify(body))?.[0])
  const countOf = (name: string): number => events.filter((event) => event === name).length
  const counts = ['failed', 'reversed', 'succeeded'].map((state) => countOf(`payout.${state}`))
  assert.deepEqual(counts, [2, 1, 2])
})

test('FLT-34: what happens by chance is the same for the same seed', async (t) => {
  const seen: string[] = []
  for (let round = 0; round < 2; round++) {
    const bank = await setUp(t)
    await bank.tell('/faults', {
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
