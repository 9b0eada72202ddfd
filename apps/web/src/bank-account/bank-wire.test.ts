import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBankNames } from './bank-wire.ts'

test('BANK-03: only banks that support payouts are offered, in alphabetical order', () => {
  const banks = [
    { code: 'MANDIRI', name: 'Bank Mandiri', can_disburse: true },
    { code: 'OLD', name: 'Bank Lama', can_disburse: false },
    { code: 'BCA', name: 'Bank Central Asia (BCA)', can_disburse: true },
  ]
  assert.deepEqual(toBankNames(banks), ['Bank Central Asia (BCA)', 'Bank Mandiri'])
})
