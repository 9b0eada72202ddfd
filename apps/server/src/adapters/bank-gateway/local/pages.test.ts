import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import {
  type BankRig,
  invoiceOrder,
  payoutOrder,
  startBankRig,
  valueOf,
} from '../testing/bank-rig.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Page = { readonly status: number; readonly text: string; readonly policy: string }

async function pageAt(
  { url }: BankRig,
  path: string,
  headers: Record<string, string> = {},
): Promise<Page> {
  const response = await fetch(`${url}${path}`, { headers })
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, text: await response.text(), policy }
}

async function post(
  { url }: BankRig,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(`${url}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
}

test('IDRD-05: an invoice page shows the methods with their fees, the cheapest selected', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  const order = { ...invoiceOrder('deposit:1', 400_000), description: '<b>"rent"' }
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(order))
  const { text, policy } = await pageAt(bank, `/invoices/${invoiceId}`)
  assert.match(text, /<h1>Pay Rp\u00a0400\.000<\/h1>/)
  assert.match(text, /No money moves/)
  assert.match(text, /&lt;b&gt;&quot;rent&quot;/)
  assert.match(text, /value="BNI_VA"[^>]*checked/)
  assert.match(text, /Fee Rp\u00a01\.665, Rp\u00a0401\.665 in all/)
  assert.match(text, /Fee Rp\u00a02\.800, Rp\u00a0402\.800 in all/)
  assert.match(text, /<img src="data:image\/svg\+xml;base64,/)
  assert.doesNotMatch(text, /style="|onclick|<script>/)
  assert.match(policy, /script-src 'self'/)
})

test('IDRD-05: a method that does not allow the amount is disabled and shows the reason', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  const order = { ...invoiceOrder('deposit:1', 15_000_000), language: 'id' as const }
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(order))
  const { text } = await pageAt(bank, `/invoices/${invoiceId}`)
  assert.match(text, /Bayar Rp\u00a015\.000\.000/)
  assert.match(text, /value="QRIS"[^>]*disabled/)
  assert.match(text, /Paling banyak Rp\u00a010\.000\.000/)
  const refused = await post(bank, `/invoices/${invoiceId}/pay`, { method: 'QRIS' })
  assert.equal(refused.status, 400)
  const small = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:2', 5_000)))
  assert.match((await pageAt(bank, `/invoices/${small.invoiceId}`)).text, /From Rp\u00a010\.000/)
})

test('SRV-70: paying returns to the page, which confirms the payment and links to the exchange', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:1')))
  const paid = await post(bank, `/invoices/${invoiceId}/pay`, { method: 'MANDIRI_VA' })
  assert.equal(paid.status, 303)
  assert.equal(paid.headers.get('location'), `/simulation/bank/invoices/${invoiceId}`)
  const { text } = await pageAt(bank, `/invoices/${invoiceId}`)
  assert.match(text, /Rp\u00a0150\.000 arrived by Mandiri/)
  assert.match(text, /href="http:\/\/localhost:3000\/settings\/wallets\/idr_deposit">Back to Tukar/)
  const second = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:2')))
  await post(bank, `/invoices/${second.invoiceId}/expire`, {})
  const expired = await pageAt(bank, `/invoices/${second.invoiceId}`)
  assert.match(expired.text, /can no longer be paid/)
  assert.match(expired.text, /name="late" value="yes"/)
})

test('ATT-35: an address that is no page gets no link', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  const order = { ...invoiceOrder('deposit:1'), returnUrl: 'javascript:alert(1)' }
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(order))
  await post(bank, `/invoices/${invoiceId}/pay`, {})
  const { text } = await pageAt(bank, `/invoices/${invoiceId}`)
  assert.doesNotMatch(text, /javascript:/)
})

test('INV-21: other machines cannot reach the bank, and pages of other sites cannot submit its forms', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  const { invoiceId } = valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:1')))
  for (const path of ['', `/invoices/${invoiceId}`, '/state']) {
    assert.equal((await pageAt(bank, path)).status, 200)
    const forwarded = { 'x-forwarded-for': '127.0.0.1' }
    assert.equal((await pageAt(bank, path, forwarded)).status, 404)
  }
  for (const path of [`/invoices/${invoiceId}/pay`, '/top-ups', '/faults', '/faults/clear']) {
    const fields = { reference: 'x', amount: '5', operation: 'balance', kind: 'junk' }
    const foreign = await post(bank, path, fields, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 404, path)
  }
  assert.equal(valueOf(await bank.gateway.findInvoice('deposit:1')).state, 'pending')
  assert.equal(valueOf(await bank.gateway.balance()), 0)
  assert.equal((await pageAt(bank, '/balance')).status, 401)
})

test('R-43: the bank page shows balance, invoices, payouts and faults, in both languages', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  await bank.control('/top-ups', { reference: 'start', amount: 2_000_000 })
  valueOf(await bank.gateway.createInvoice(invoiceOrder('deposit:<1>')))
  const number = '12345670002'
  valueOf(await bank.gateway.createPayout(payoutOrder('withdrawal:1', 100_000, number)))
  await bank.control('/faults', { operation: 'callback', kind: 'drop', probability: 0.25 })
  const { text } = await pageAt(bank, '')
  for (const wanted of [
    'Rp\u00a01.895.000',
    'deposit:&lt;1&gt;',
    number,
    'callback: drop',
    '0003',
  ]) {
    assert.ok(text.includes(wanted), wanted)
  }
  assert.match((await pageAt(bank, '', { 'accept-language': 'id' })).text, /Bank simulasi/)
  assert.equal((await pageAt(bank, '/style.css')).status, 200)
  assert.equal((await pageAt(bank, '/pay.js')).status, 200)
  assert.equal((await pageAt(bank, '/invoices/none')).status, 404)
})

test('ATT-36: invalid faults and payments are refused', async (t) => {
  const bank = await startBankRig(t, await rig.database())
  for (const fault of [
    {},
    { operation: 'callback', kind: 'junk' },
    { operation: 'balance', kind: 'drop' },
    { operation: 'balance', kind: 'junk', probability: 2 },
    { operation: 'balance', kind: 'junk', probability: 0 },
  ]) {
    assert.equal(await bank.control('/faults', fault), 400)
  }
  assert.equal(await bank.control('/top-ups', { reference: 'x', amount: -5 }), 400)
  assert.equal(await bank.control('/top-ups', { reference: 'x', amount: 1.5 }), 400)
  assert.equal(await bank.control('/invoices/none/pay', {}), 404)
})
