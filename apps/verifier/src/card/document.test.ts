import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './comparison.ts'
import { readDocument } from './document.ts'
import { readPassport } from './passport.ts'

const top = 'P<IDNPERTIWI<<SITI<RAHAYU<<<<<<<<<<<<<<<<<<<'
const bottom = 'X1234567<7IDN9007013F3106305<<<<<<<<<<<<<<02'
const read = {
  fullName: 'SITI RAHAYU PERTIWI',
  documentNumber: '3171014107900003',
  birthDate: '1990-07-01',
  expiryDate: null,
  gender: 'F',
  confidence: 0.9,
} as const

test('KYCM-09: a passport is read by its machine readable zone', () => {
  assert.deepEqual(readPassport([top, bottom]), {
    number: 'X1234567',
    name: 'SITI RAHAYU PERTIWI',
    birthDate: '1990-07-01',
    expiryDate: '2031-06-30',
    confidence: 1,
  })
})

test('KYCM-09: letters among the digits of the zone and lost fillers are mended', () => {
  const fields = readPassport([
    top.slice(0, -3),
    bottom.replace('900701', '9OO7O1').replace('<<<', ''),
  ])
  assert.equal(fields?.number, 'X1234567')
  assert.equal(fields?.birthDate, '1990-07-01')
})

test('R-42: of a passport the last day is read, and not where its check digit differs', () => {
  const expiryIn = (zone: string) => readPassport([top, zone])?.expiryDate
  assert.equal(expiryIn(bottom.replace('3106305', '1912319')), '2019-12-31')
  assert.equal(expiryIn(bottom.replace('3106305', '9912315')), '1999-12-31')
  assert.equal(expiryIn(bottom.replace('3106305', '3106306')), null)
  assert.equal(readDocument([], [top, bottom])?.extraction.expiryDate, '2031-06-30')
})

test('KYCM-09: a wrong check digit lowers confidence, all wrong make it no passport', () => {
  const oneWrong = readPassport([top, bottom.replace('<7IDN', '<8IDN')])
  assert.ok(Math.abs((oneWrong?.confidence ?? 0) - 2 / 3) < 1e-9)
  assert.equal(readPassport([top, 'X1234567<8IDN9007014F3106306<<<<<<<<<<<<<<02']), null)
  assert.equal(readPassport(['P<', bottom]), null)
  assert.equal(readPassport([]), null)
})

test('KYCM-09: a card, a passport and another paper are distinguished, and an empty page is none of them', () => {
  const lines = (text: string, confidence = 0.9) =>
    text.split('\n').map((line) => ({ text: line, confidence }))
  const card = 'NIK : 3171014107900003\nNama : SITI\nAlamat : JL. CONTOH\nAgama : ISLAM'
  assert.equal(readDocument(lines(card), null)?.documentType, 'ID_CARD')
  assert.equal(readDocument([], [top, bottom])?.documentType, 'PASSPORT')
  assert.equal(readDocument(lines('No 3171014107900003'), null)?.documentType, 'UNKNOWN')
  assert.equal(readDocument(lines('No 3171014107900003', 0.3), null), null)
  assert.equal(readDocument(lines('a holiday by the sea'), null), null)
  assert.equal(readDocument([], null), null)
})

test('SRV-42: the recognized fields are compared with the typed ones, and unknown ones are not judged', () => {
  const typed = {
    fullName: 'Pertiwi Siti Rahayu',
    documentNumber: '3171 0141 0790 0003',
    birthDate: '1990-07-01',
  }
  assert.deepEqual(compare(read, typed), { name: 1, number: true, birthDate: true })
  const other = { ...typed, documentNumber: '3171014107900004', birthDate: '1990-07-02' }
  assert.deepEqual(compare(read, other), { name: 1, number: false, birthDate: false })
  const none = { fullName: null, documentNumber: null, birthDate: null }
  assert.deepEqual(compare(read, none), { name: null, number: null, birthDate: null })
})
