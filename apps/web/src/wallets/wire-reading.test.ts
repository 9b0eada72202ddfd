/** Goal: what the wire tells of rupiah is read as it is meant, and what it does not tell is not made up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBankAccount, readDeposit, readRules, readWithdrawal } from './rupiah-wire-reading.ts'

const at = '2026-11-21T10:00:00.000Z'
const atMs = Date.parse(at)

test('IDRD-05: a deposit is read with its invoice, its steps and what is next', () => {
  const deposit = readDeposit({
    id: 7,
    created_at: at,
    depoidr_status: 'PENDING',
    depoidr_amount: '150000.00',
    description: 'deposit',
    expires_at: at,
    has_file: true,
    xendit_response: {
      id: 'i',
      external_id: 'd-7',
      invoice_url: 'https://pay.example/i',
      expiry_date: at,
    },
    steps: [{ at, state: 'created', cause: null }],
    next: { what: 'pay', at },
  })
  assert.deepEqual(deposit, {
    id: '7',
    createdAt: at,
    status: 'PENDING',
    amount: 15_000_000,
    description: 'deposit',
    expiresAtMs: atMs,
    hasFile: true,
    invoiceUrl: 'https://pay.example/i',
    steps: [{ atMs, state: 'created', cause: null }],
    next: { what: 'pay', atMs },
  })
})

test('an invoice without an address, or one that is no address of the web, cannot be followed', () => {
  assert.equal(readDeposit({ id: 1, xendit_response: null }).invoiceUrl, null)
  const sly = { invoice_url: 'javascript:alert(1)' }
  assert.equal(readDeposit({ id: 1, xendit_response: sly }).invoiceUrl, null)
})

test('IDRW-06: a withdrawal is read with its bank, and is canceled only where the wire says so', () => {
  const row = {
    id: 3,
    created_at: at,
    wdidr_amount: '1500000.00',
    wdidr_fee: '5750.00',
    wdidr_net: '1494250.00',
    wdidr_status: 'PENDING',
    bank: { name: 'BCA', ac_name: 'Sari', ac_number: '1234567890' },
    steps: [{ at, state: 'waiting', cause: 'security_hold' }],
    next: { what: 'hold_ends', at: null },
  }
  const read = readWithdrawal(row)
  assert.equal(read.net, 149_425_000)
  assert.deepEqual(read.bank, { bank: 'BCA', holder: 'Sari', number: '1234567890' })
  assert.deepEqual(read.steps, [{ atMs, state: 'waiting', cause: 'security_hold' }])
  assert.deepEqual(read.next, { what: 'hold_ends', atMs: null })
  assert.equal(read.canCancel, false)
  assert.equal(readWithdrawal({ ...row, can_cancel: true }).canCancel, true)
  assert.equal(readWithdrawal({ ...row, wdidr_status: 'CANCEL' }).status, 'CANCEL')
})

test('IDRW-04 SRV-82: rules are read with rates in millionths and the hold', () => {
  const rules = readRules({
    data: {
      deposit: { min: '10000.00', max: '1000000000.00' },
      withdraw: {
        min: '50000.00',
        max: '250000000.00',
        daily_limit: '500000000.00',
        daily_used: '0.00',
        fee_percent: '0.05',
        provider_fee: '5000.00',
        review_from: '100000000.00',
        hold: { until: at, cause: 'password_changed' },
      },
      methods: [
        {
          code: 'QRIS',
          kind: 'qris',
          name: 'QRIS',
          min: '1.00',
          max: '2.00',
          fee_fixed: '0.00',
          fee_percent: '0.7',
        },
        { code: 'NEW', kind: 'telepathy', name: 'x' },
      ],
      gateway: 'slow',
      two_factor: true,
    },
  })
  assert.equal(rules.withdrawal.feePpm, 500)
  assert.deepEqual(rules.withdrawal.hold, { untilMs: atMs, cause: 'password_changed' })
  assert.deepEqual(
    rules.methods.map(({ code, feePpm }) => [code, feePpm]),
    [['QRIS', 7_000]],
  )
  assert.equal(rules.gateway, 'slow')
  assert.equal(rules.hasTwoFactor, true)
})

test('BANK-01 BANK-02: a bank account is there once it has a number, and locked once the wire says so', () => {
  assert.equal(readBankAccount({ data: null }), null)
  assert.equal(
    readBankAccount({ data: { name: '', ac_name: '', ac_number: '', data_lock: false } }),
    null,
  )
  const data = { name: 'BCA', ac_name: 'Sari', ac_number: '123456', data_lock: true }
  const account = { bank: 'BCA', holder: 'Sari', number: '123456', isLocked: true }
  assert.deepEqual(readBankAccount({ data }), account)
})
