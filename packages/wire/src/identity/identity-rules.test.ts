import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDigitForms, createPastes, phones, sixteenDigits } from '@tukar/i18n/corpus'
import {
  ageOf,
  birthDateFaultOf,
  identityNumberOf,
  nikHintsOf,
  npwpOf,
  phoneOf,
  readNik,
} from './identity-rules.ts'

test('SRV-38: a NIK has province, birth date and gender; women’s day is 40 higher', () => {
  assert.deepEqual(readNik('3171014107900003'), {
    provinceCode: '31',
    province: 'DKI Jakarta',
    day: 1,
    month: 7,
    year: 90,
    gender: 'F',
  })
  assert.equal(readNik('3171010107900003')?.gender, 'M')
  assert.equal(readNik('3171012902010003')?.day, 29)
  for (const wrong of ['', '317101410790000', '31710141079000031', '3171013213900003']) {
    assert.equal(readNik(wrong), null, wrong)
  }
})

test('SRV-38: each part that does not match a NIK is a hint', () => {
  const typed = { birthDate: '1990-07-01', gender: 'F' } as const
  assert.deepEqual(nikHintsOf('3171014107900003', typed), [])
  assert.deepEqual(nikHintsOf('317101', typed), ['length'])
  assert.deepEqual(nikHintsOf('9971014107900003', typed), ['province'])
  assert.deepEqual(nikHintsOf('9771014107900003', typed), [])
  assert.deepEqual(nikHintsOf('3171014107900000', typed), ['serial'])
  assert.deepEqual(nikHintsOf('3171013907900003', typed), ['date'])
  assert.deepEqual(nikHintsOf('3171014107910003', typed), ['birth_date'])
  assert.deepEqual(nikHintsOf('3171010107900003', typed), ['gender'])
  assert.deepEqual(nikHintsOf('3171010107910003', { birthDate: null, gender: null }), [])
})

const digits = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789')),
    minLength: length,
    maxLength: length,
  })

test('SRV-38: any 16 digits give hints without throwing', () => {
  fc.assert(
    fc.property(digits(16), (number) => {
      const read = readNik(number)
      const hints = nikHintsOf(number, { birthDate: null, gender: null })
      assert.equal(hints.includes('date'), read === null)
      if (read !== null) assert.ok(read.day >= 1 && read.day <= 31 && read.month <= 12)
    }),
  )
})

test('DEC-55: all spellings of an Indonesian phone number have one normal form', () => {
  for (const text of [
    '081234567890',
    '+6281234567890',
    '6281234567890',
    '006281234567890',
    '+62 0812-3456-7890',
    '(0812) 3456.7890',
    '０８１２３４５６７８９０',
  ]) {
    assert.equal(phoneOf(text, 'indonesia'), '+6281234567890', text)
  }
  for (const text of ['', '0812', '+4917012345678', 'abc', '0812345678901234', '+62']) {
    assert.equal(phoneOf(text, 'indonesia'), null, text)
  }
  assert.equal(phoneOf('+49 170 1234567', 'global'), '+491701234567')
  assert.equal(phoneOf('+1 (415) 555-0100', 'global'), '+14155550100')
  assert.equal(phoneOf('+0123456789', 'global'), null)
})

test('numbers are read in the forms of other keyboards and pages', () => {
  for (const [text, meaning] of phones) assert.equal(phoneOf(text, 'indonesia'), meaning, text)
  for (const [text, meaning] of sixteenDigits) {
    assert.equal(identityNumberOf(text, 'indonesia')?.number, meaning, text)
    assert.equal(npwpOf(text), meaning, text)
  }
  const forms = (text: string) => [...createPastes(text), ...createDigitForms(text)]
  for (const text of forms('0812-3456-7890')) {
    assert.equal(phoneOf(text, 'indonesia'), '+6281234567890', JSON.stringify(text))
  }
  for (const text of forms('3171234567890123')) {
    assert.equal(identityNumberOf(text, 'indonesia')?.number, '3171234567890123')
    assert.equal(npwpOf(text), '3171234567890123')
  }
})

test('SRV-38: an NPWP has 15 or 16 digits, with or without punctuation, and is no branch number', () => {
  assert.equal(npwpOf('01.234.567.8-901.234'), '012345678901234')
  assert.equal(npwpOf('3171014107900003'), '3171014107900003')
  for (const text of ['', '0123456789', '0123456789012345678901', '01.234.567.8-901.23x']) {
    assert.equal(npwpOf(text), null, text)
  }
})

test('ATT-50: all spellings of a number have one normal form', () => {
  const separators = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\t')
  fc.assert(
    fc.property(
      digits(16),
      fc.array(separators, { minLength: 16, maxLength: 16 }),
      (number, gaps) => {
        const text = Array.from(number, (digit, at) => digit + gaps[at]).join('')
        assert.deepEqual(identityNumberOf(text, 'indonesia'), { number, numberKind: 'ktp' })
      },
    ),
  )
  assert.deepEqual(identityNumberOf(' c01-x00 t47', 'global'), {
    number: 'C01X00T47',
    numberKind: 'passport',
  })
  assert.equal(identityNumberOf('A1234567', 'indonesia')?.numberKind, 'passport')
  assert.equal(identityNumberOf('31710141', 'indonesia')?.numberKind, 'ktp')
  for (const text of ['', 'ABCDEFG', '1234', '12345678901234567890123', '317101<41>']) {
    assert.equal(identityNumberOf(text, 'indonesia'), null, text)
  }
})

test('FMT-05 SRV-38: an age is in whole years by Jakarta’s date, and below 17 is refused', () => {
  const nowMs = Date.UTC(2026, 6, 1, 16, 59, 59)
  assert.equal(ageOf('2009-07-01', nowMs), 17)
  assert.equal(ageOf('2009-07-02', nowMs), 16)
  // One second later it is the 2nd in Jakarta.
  assert.equal(ageOf('2009-07-02', nowMs + 1_000), 17)
  assert.equal(birthDateFaultOf('2009-07-02', nowMs), 'too_young')
  assert.equal(birthDateFaultOf('2009-07-01', nowMs), null)
  for (const date of [
    '',
    '1990-02-30',
    '1990-13-01',
    '90-07-01',
    '01-07-1990',
    '2030-01-01',
    '1890-01-01',
  ]) {
    assert.equal(birthDateFaultOf(date, nowMs), 'malformed', date)
  }
})
