import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type AmountField, readAmount } from './amount-input.ts'
import { amountInWords, amountSpelled, wholeInWords } from './amount-words.ts'
import { groupThousands } from './numbers.ts'

/** The result, in the short form of the tables below. */
function read(text: string, field?: AmountField): string {
  const reading = readAmount(text, field)
  if (reading.kind === 'amount') return reading.raw
  if (reading.kind === 'ambiguous') return `${reading.decimal} or ${reading.grouped}`
  return reading.kind
}

const cases: readonly (readonly [string, string, string])[] = [
  ['', 'empty', 'nothing is nothing'],
  ['  ', 'empty', 'blanks are nothing'],
  ['1500000', '1500000', 'plain digits'],
  ['0015', '15', 'needless zeros fall'],
  ['0.015', '0.015', 'the raw form is understood as it is'],
  ['0,015', '0.015', 'a comma after a leading 0 is decimal'],
  ['1.5', '1.5', 'one mark with other than three digits behind is decimal'],
  ['1,23', '1.23', 'the comma too'],
  ['12.3456', '12.3456', 'four digits behind'],
  ['1.500', '1.5 or 1500', 'one mark and exactly three digits is a question'],
  ['1,500', '1.5 or 1500', 'with a comma too'],
  ['650.000', '650 or 650000', 'and with more digits in front'],
  ['0.500', '0.500', 'not after a leading 0'],
  ['.500', '0.500', 'nor without any digit in front'],
  ['1.500.000', '1500000', 'several equal marks group'],
  ['1,650,000', '1650000', 'commas as well'],
  ['1.650.000,50', '1650000.50', 'both marks: the last is decimal'],
  ['1,650,000.00', '1650000.00', 'a number pasted from an English page'],
  ['1.234,567', '1234.567', 'both marks are never a question'],
  ['1.50.000', 'invalid', 'a group of two digits is a slip'],
  ['1.500.00', 'invalid', 'at the end as well'],
  ['1,2.3,4', 'invalid', 'marks in disorder'],
  ['1,5jt', '1500000', 'millions as people write them'],
  ['25rb', '25000', 'thousands'],
  ['2 miliar', '2000000000', 'billions'],
  ['3k', '3000', 'k'],
  ['1,5m', 'invalid', 'a bare m could be a million or a billion'],
  ['Rp 25.000,00', '25000.00', 'with the sign in front'],
  ['-5', 'invalid', 'no minus'],
  ['1e5', 'invalid', 'no exponent'],
  ['\u0661\u0665', '15', 'digits of another script'],
  ['\uff11\uff15\uff0e\uff15', '15.5', 'digits and marks of full width'],
  ['\u202a1.500.000\u202c\u200b', '1500000', 'pasted with marks that nobody sees'],
  ['\u0661\u066c\u0665\u0660\u0660\u066b\u0665', '1500.5', 'with the marks of Arabic digits'],
  ["1'500'000", '1500000', 'apostrophes group'],
  ["1'50", 'invalid', 'a group of two digits is a slip with them too'],
  ['Rp1.500.000,-', '1500000', 'as price tags write it'],
  ['Rp. 150.000,\u2013', '150000', 'with an abbreviation and a dash'],
  ['1.500.000-', 'invalid', 'a dash alone is no ending'],
  ['1.500.000 rupiah', '1500000', 'with the word behind'],
  ['1500000 IDR', '1500000', 'with the symbol behind'],
  ['1,5 juta rupiah', '1500000', 'with a power of ten and the word'],
  ['150 thousand', '150000', 'in English'],
  ['1.500 juta', '1500000 or 1500000000', 'a power of ten leaves both readings'],
  ['1'.repeat(41), 'invalid', 'nothing longer than any amount'],
]

for (const [text, meaning, why] of cases) {
  test(`R-07 DEC-93: "${text.slice(0, 20)}" is ${meaning}: ${why}`, () => {
    assert.equal(read(text), meaning)
  })
}

const inFields: readonly (readonly [string, AmountField, string])[] = [
  ['100.000', { decimals: 0 }, '100000'],
  ['150,000', { decimals: 0 }, '150000'],
  ['650.000', { decimals: 2 }, '650000'],
  ['1,500', { decimals: 6, currency: 'USDT' }, '1.5 or 1500'],
  ['1,500 juta', { decimals: 0 }, '1500000 or 1500000000'],
  ['1,5', { decimals: 0 }, '1.5'],
  ['1,500 USDT', { decimals: 6, currency: 'USDT' }, '1.5 or 1500'],
  ['USDT 20', { decimals: 6, currency: 'USDT' }, '20'],
  ['Rp 20', { decimals: 6, currency: 'USDT' }, 'invalid'],
  ['0.015 BTC', { decimals: 8, currency: 'BTC' }, '0.015'],
  ['20 USDT', { decimals: 8, currency: 'BTC' }, 'invalid'],
]

for (const [text, field, meaning] of inFields) {
  test(`"${text}" in a field of ${field.currency ?? 'IDR'} with ${field.decimals} decimals is ${meaning}`, () => {
    assert.equal(read(text, field), meaning)
  })
}

test('the question about an amount has both readings in words and in ungrouped digits', () => {
  const asked = (raw: string, language: 'id' | 'en') => amountSpelled(raw, 'USDT', language)
  assert.equal(asked('1500', 'en'), 'one thousand five hundred USDT (1500)')
  assert.equal(asked('1.5', 'en'), 'one point five USDT (1,5)')
  assert.equal(asked('1500', 'id'), 'seribu lima ratus USDT (1500)')
  assert.equal(amountSpelled('1'.repeat(19), 'USDT', 'id'), `${'1'.repeat(19)} USDT`)
})

const whole = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String)
const fraction = fc.stringMatching(/^\d{1,8}$/)

test('R-07 DEC-93: the Indonesian format with both separators parses to the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1000n, max: 10n ** 15n }).map(String), fraction, (head, tail) => {
      assert.equal(read(`${groupThousands(head)},${tail}`), `${head}.${tail}`)
    }),
  )
})

test('R-07 DEC-93: an ambiguous text always leads to a question', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9.,]{1,12}$/), (text) => {
      const reading = readAmount(text)
      const marks = text.replace(/\d/g, '')
      const isOpen = marks.length === 1 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
      assert.equal(reading.kind === 'ambiguous', isOpen)
      if (reading.kind === 'amount') assert.match(reading.raw, /^(?:0|[1-9]\d*)(?:\.\d+)?$/)
    }),
  )
})

test('R-07: unusual groups are rejected', () => {
  for (const field of [{ decimals: 0 }, { decimals: 2 }, { decimals: 18 }]) {
    assert.deepEqual(readAmount('1234.567', field), { kind: 'amount', raw: '1234.567' })
    assert.deepEqual(readAmount('15000,125', field), { kind: 'amount', raw: '15000.125' })
    assert.deepEqual(readAmount('1\u066b500', field), { kind: 'amount', raw: '1.500' })
    assert.deepEqual(readAmount('1 500', field), { kind: 'amount', raw: '1500' })
    for (const text of [
      '0.015.000',
      '0,500,000',
      "0'500",
      '1 5',
      '12 50',
      '1500\t2',
      '1constructor',
    ]) {
      assert.deepEqual(readAmount(text, field), { kind: 'invalid' }, text)
    }
  }
})

test('the raw form is a fixed point unless it is a question', () => {
  fc.assert(
    fc.property(whole, fraction, (head, tail) => {
      const reading = readAmount(`${head}.${tail}`)
      if (reading.kind === 'amount') assert.equal(reading.raw, `${head}.${tail}`)
      else assert.equal(tail.length, 3)
    }),
  )
})

test('amounts in Indonesian words', () => {
  const say = (raw: string) => amountInWords(raw, 'IDR', 'id')
  assert.equal(say('0'), 'nol rupiah')
  assert.equal(say('1000'), 'seribu rupiah')
  assert.equal(say('11000'), 'sebelas ribu rupiah')
  assert.equal(say('1001'), 'seribu satu rupiah')
  assert.equal(say('101000'), 'seratus satu ribu rupiah')
  assert.equal(say('25000000'), 'dua puluh lima juta rupiah')
  const long = 'satu miliar enam ratus lima puluh juta seratus sepuluh ribu rupiah'
  assert.equal(say('1650110000'), long)
  assert.equal(say('12.50'), 'dua belas koma lima rupiah')
})

test('amounts in English words', () => {
  const say = (raw: string, currency = 'IDR') => amountInWords(raw, currency, 'en')
  assert.equal(say('100000000'), 'one hundred million rupiah')
  assert.equal(say('1650042000'), 'one billion six hundred fifty million forty-two thousand rupiah')
  assert.equal(say('0.015', 'BTC'), 'zero point zero one five BTC')
  assert.equal(say('19'), 'nineteen rupiah')
})

test('amounts without words return null', () => {
  assert.equal(amountInWords('1,5', 'IDR', 'id'), null)
  assert.equal(amountInWords('1'.repeat(19), 'IDR', 'id'), null)
})

/** Parses Indonesian numerals independently of the tested code. */
function fromIndonesian(words: string): bigint {
  const units = 'nol satu dua tiga empat lima enam tujuh delapan sembilan'.split(' ')
  const scales: Record<string, bigint> = {
    ribu: 1000n,
    juta: 10n ** 6n,
    miliar: 10n ** 9n,
    triliun: 10n ** 12n,
    kuadriliun: 10n ** 15n,
  }
  let [total, group, last] = [0n, 0n, 0n]
  for (const word of words
    .replaceAll('se', 'satu ')
    .replace(/satu mbilan/g, 'sembilan')
    .split(/\s+/)) {
    if (word === 'ratus') [group, last] = [group + last * 100n, 0n]
    else if (word === 'puluh') [group, last] = [group + last * 10n, 0n]
    else if (word === 'belas') [group, last] = [group + last + 10n, 0n]
    else if (word in scales)
      [total, group, last] = [total + (group + last) * (scales[word] ?? 0n), 0n, 0n]
    else last = BigInt(units.indexOf(word))
  }
  return total + group + last
}

test('Indonesian words parse to the original number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (value) => {
      assert.equal(fromIndonesian(wholeInWords(String(value), 'id')), value)
    }),
  )
})

test('no two whole numbers have the same words, in either language', () => {
  for (const language of ['id', 'en'] as const) {
    const seen = new Set<string>()
    for (let value = 0; value < 20_000; value += 1) seen.add(wholeInWords(String(value), language))
    assert.equal(seen.size, 20_000)
  }
})
