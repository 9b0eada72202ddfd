import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FillRow } from '@tukar/wire'
import { readFill } from './wire.ts'

const scales = { priceDecimals: 2, baseDecimals: 8 }
const row: FillRow = {
  id: 7,
  no: 7,
  aggressor: 'buyer',
  side: 'buy',
  charges: [],
  mclose_position: '1650000000.00',
  created_at: '2026-11-21T09:00:00.000Z',
  mclose_symbol_a_nofee: '0.01000000',
  mclose_symbol_a: '0.00997889',
  mclose_symbol_b_nofee: '16500000.00',
  mclose_symbol_b: '16430518.50',
  price_conversion: { a_tax_idr: 'NA', b_tax_idr: '34650.00' },
}

test('HIST-11: a fill has each charge in units of the received currency', () => {
  const charges = [
    { side: 'buy', kind: 'fee', amount: '0.00002000', rate_ppm: 2000 },
    { side: 'sell', kind: 'income_tax', amount: '34650.00', rate_ppm: 2100 },
  ]
  assert.deepEqual(readFill({ ...row, charges }, scales).charges, [
    { side: 'buy', kind: 'fee', amount: 2000 },
    { side: 'sell', kind: 'income_tax', amount: 3_465_000 },
  ])
})

test('HIST-11: an unreadable charge makes the answer unreadable, and is never zero', () => {
  const charges = [{ side: 'buy', kind: 'fee', amount: 'much', rate_ppm: 1 }]
  assert.throws(() => readFill({ ...row, charges }, scales))
})
