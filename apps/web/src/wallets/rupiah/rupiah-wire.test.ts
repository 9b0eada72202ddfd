/** Goal: the pages get the values of the wire unchanged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depositRow, rulesData, withdrawalRow } from '@tukar/wire'
import { toBankAccount, toDeposit, toRules, toWithdrawal } from './rupiah-wire.ts'

const at = '2026-11-21T10:00:00.000Z'
const atMs = Date.parse(at)

const deposit = depositRow({
  depositId: 7,
  createdMs: atMs,
  state: 'pending',
  amount: 15_000_000,
  description: 'deposit',
  reference: 'd-7',
  invoice: { invoiceId: 'i', checkoutUrl: 'https://pay.example/i', expiresAtMs: atMs },
  hasFile: true,
  steps: [{ atMs, state: 'created', cause: null }],
  next: { what: 'pay', atMs },
})

test('IDRD-05: a deposit has its invoice, its steps and its next step', () => {
  assert.deepEqual(toDeposit(deposit), {
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

test('a missing invoice or an invalid address is not linked', () => {
  assert.equal(toDeposit({ ...deposit, xendit_response: null }).invoiceUrl, null)
  const sly = { id: 'i', external_id: 'd-7', invoice_url: 'javascript:alert(1)', expiry_date: at }
  assert.equal(toDeposit({ ...deposit, xendit_response: sly }).invoiceUrl, null)
})

test('IDRW-06: a withdrawal has its bank, its reason, and whether it can be canceled', () => {
  const row = withdrawalRow({
    withdrawalId: 3,
    createdMs: atMs,
    state: 'waiting',
    amount: 150_000_000,
    fees: 575_000,
    net: 149_425_000,
    bank: { bankName: 'BCA', holderName: 'Sari', accountNumber: '1234567890' },
    canCancel: false,
    steps: [{ atMs, state: 'refused', cause: 'review', reason: 'Name differs' }],
    next: { what: 'hold_ends', atMs: null },
  })
  const read = toWithdrawal(row)
  assert.equal(read.net, 149_425_000)
  assert.deepEqual(read.bank, { bank: 'BCA', holder: 'Sari', number: '1234567890' })
  const step = { atMs, state: 'refused', cause: 'review', reason: 'Name differs' }
  assert.deepEqual(read.steps, [step])
  assert.deepEqual(read.next, { what: 'hold_ends', atMs: null })
  assert.equal(read.canCancel, false)
})

test('IDRW-04 SRV-82: rules have rates in millionths and the hold', () => {
  const rules = toRules(
    rulesData({
      deposit: { min: 1_000_000, max: 100_000_000_000 },
      withdraw: {
        min: 5_000_000,
        max: 25_000_000_000,
        dailyLimit: 50_000_000_000,
        dailyUsed: 0,
        feePpm: 500,
        providerFee: 500_000,
        reviewFrom: 10_000_000_000,
        hold: { untilMs: atMs, cause: 'password_changed' },
      },
      methods: [
        {
          code: 'QRIS',
          kind: 'qris',
          name: 'QRIS',
          min: 1,
          max: 2,
          feeFixed: 0,
          feeBasisPoints: 70,
          freeFrom: null,
        },
      ],
      gateway: 'slow',
      hasTwoFactor: true,
    }),
  )
  assert.equal(rules.deposit.minimum, 1_000_000)
  assert.equal(rules.withdrawal.feePpm, 500)
  assert.deepEqual(rules.withdrawal.hold, { untilMs: atMs, cause: 'password_changed' })
  const [method] = rules.methods
  assert.deepEqual([method?.feePpm, method?.maximum, method?.freeFrom], [7_000, 200, null])
  assert.equal(rules.gateway, 'slow')
  assert.equal(rules.hasTwoFactor, true)
})

test('BANK-01 BANK-02: a saved bank account is read, and locked if the wire states it', () => {
  assert.equal(toBankAccount(null), null)
  const row = { name: 'BCA', ac_name: 'Sari', ac_number: '123456', data_lock: true }
  const account = { bank: 'BCA', holder: 'Sari', number: '123456', isLocked: true }
  assert.deepEqual(toBankAccount(row), account)
})
