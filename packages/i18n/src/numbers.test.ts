import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  amountInSentence,
  compareDecimals,
  decimalsOf,
  formatAmount,
  formatDecimal,
  formatPercent,
  formatPrice,
  formatRate,
  formatRupiah,
  unknownSign,
} from './numbers.ts'
import { formatDateMinute, formatDateTime } from './dates.ts'
import { shortNickname } from './short-names.ts'

test('FMT-01: comma decimals and dot thousands, all digits kept', () => {
  assert.equal(formatDecimal('1650000000', { decimals: 0 }), '1.650.000.000')
  assert.equal(
    formatDecimal('1650000000123456.12345678', { decimals: 8 }),
    '1.650.000.000.123.456,12345678',
  )
  assert.equal(formatDecimal('-1234.5', { decimals: 2 }), '-1.234,50')
  assert.equal(formatDecimal('999', { decimals: 0 }), '999')
})

test('FMT-02, FMT-03: rupiah with 2 decimals, bitcoin with 8', () => {
  assert.equal(formatRupiah('24750000'), 'Rp\u00a024.750.000,00')
  assert.equal(formatAmount('0.015', 8), '0,01500000')
})

test('an amount in a sentence has all its digits, and rupiah have their sign in front', () => {
  assert.equal(amountInSentence('150000.00', 'IDR'), 'Rp 150.000')
  assert.equal(amountInSentence('1500.50', 'IDR'), 'Rp 1.500,5')
  assert.equal(amountInSentence('0.000000000000000001', 'KOPI'), '0,000000000000000001 KOPI')
})

test('a balance is truncated, a price is rounded to the nearest', () => {
  assert.equal(formatAmount('0.999999999', 8), '0,99999999')
  assert.equal(formatDecimal('0.999', { decimals: 2 }), '1,00')
  assert.equal(formatDecimal('99.995', { decimals: 2 }), '100,00')
})

test('trailing zeros are dropped only beyond the fixed decimals', () => {
  assert.equal(formatDecimal('0.02000000', { decimals: 2, decimalsMax: 8 }), '0,02')
  assert.equal(formatDecimal('0.02500000', { decimals: 2, decimalsMax: 8 }), '0,025')
})

test('R-15: unknown values are a dash and never 0; there is no minus zero', () => {
  for (const unknown of [null, undefined, '', 'NaN', '1e5', '1.', '.5']) {
    assert.equal(formatDecimal(unknown, { decimals: 2 }), unknownSign, String(unknown))
  }
  assert.equal(formatPercent(null), unknownSign)
  assert.equal(formatDecimal('-0.001', { decimals: 2 }), '0,00')
})

test('R-15: a price shows the fewer of the chosen and the tick\u2019s decimals', () => {
  assert.equal(formatPrice('1650000000.00', 4, 0), '1.650.000.000')
  assert.equal(formatPrice('100000.123400', 4, 2), '100.000,12')
  assert.equal(formatPrice('100000.12', 0, 2), '100.000')
})

test('FMT-10: a change has a sign, 2 decimals and the mark; 0 counts as a rise', () => {
  assert.equal(formatPercent('1.239'), '+1,24%')
  assert.equal(formatPercent(-0.874), '-0,87%')
  assert.equal(formatPercent(0), '+0,00%')
  assert.equal(formatPercent('-0.001'), '+0,00%')
})

test('FMT-11: the fee is the fraction times 100 with 2 decimals', () => {
  assert.equal(formatRate('0.0020'), '0,20%')
  assert.equal(formatRate('0.002'), '0,20%')
  assert.equal(formatRate('0.000111'), '0,01%')
  assert.equal(formatRate('1'), '100,00%')
})

test('FMT-09: a score is the fraction times 100 with 2 decimals and the mark', () => {
  assert.equal(formatRate('0.97312'), '97,31%')
  assert.equal(formatRate('0'), '0,00%')
})

test('decimals of a step', () => {
  assert.deepEqual(['0.0001', '0.01', '1', '1000.00', '0.50'].map(decimalsOf), [4, 2, 0, 0, 1])
})

const decimalText = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 10 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    const cut = digits.length - scale
    return scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  })

test('no digit is lost: without separators the number is the same', () => {
  fc.assert(
    fc.property(decimalText, (text) => {
      const decimals = text.split('.')[1]?.length ?? 0
      const shown = formatDecimal(text, { decimals })
      assert.equal(shown.replaceAll('.', '').replace(',', '.'), text)
      assert.match(shown, /^\d{1,3}(?:\.\d{3})*(?:,\d+)?$/)
    }),
  )
})

test('truncation never shows more than the amount', () => {
  fc.assert(
    fc.property(decimalText, fc.integer({ min: 0, max: 8 }), (text, decimals) => {
      const shown = formatAmount(text, decimals).replaceAll('.', '').replace(',', '.')
      assert.ok(compareDecimals(shown, text) <= 0)
    }),
  )
})

test('decimal strings compare as numbers, ignoring trailing zeros', () => {
  assert.equal(compareDecimals('1.50', '1.5'), 0)
  assert.equal(compareDecimals('-2', '1'), -1)
  assert.equal(compareDecimals('10', '9.999'), 1)
  fc.assert(
    fc.property(decimalText, decimalText, (one, other) => {
      assert.equal(compareDecimals(one, other), -compareDecimals(other, one) + 0)
    }),
  )
})

test('FMT-04: times are YYYY-MM-DD HH:mm:ss in the reader\u2019s zone', () => {
  assert.equal(formatDateTime(new Date(2025, 0, 9, 3, 4, 5)), '2025-01-09 03:04:05')
  assert.equal(formatDateMinute(new Date(2025, 0, 9, 3, 4, 5)), '2025-01-09 03:04')
  assert.equal(formatDateTime('not a time'), unknownSign)
  assert.equal(formatDateMinute('not a time'), unknownSign)
})

test('FMT-06, DEC-39: a nickname of 20 or more is its first 5, three dots, its last 4', () => {
  assert.equal(shortNickname('abcdefghijklmnopqrs'), 'abcdefghijklmnopqrs')
  assert.equal(shortNickname('abcdefghijklmnopqrst'), 'abcde...qrst')
})
