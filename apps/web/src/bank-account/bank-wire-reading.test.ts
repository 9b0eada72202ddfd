import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBanks } from './bank-wire-reading.ts'

test('BANK-03: only banks that can be paid to are offered, in the order of the alphabet', () => {
  const listsBank = [
    { code: 'MANDIRI', name: 'Bank Mandiri', can_disburse: true },
    { code: 'OLD', name: 'Bank Lama', can_disburse: false },
    { code: 'BCA', name: 'Bank Central Asia (BCA)', can_disburse: true },
    { code: 'X', name: '', can_disburse: true },
    'no bank',
  ]
  assert.deepEqual(readBanks({ data: { listsBank } }), ['Bank Central Asia (BCA)', 'Bank Mandiri'])
  assert.deepEqual(readBanks({ data: null }), [])
})
