import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Details,
  findDetailsFaults,
  isRequired,
  toDraft,
  noDetails,
  numberHints,
  numberKeys,
  mergeDraft,
} from './details-form.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const good: Details = {
  ...noDetails,
  name: 'Budi Contoh',
  phone: '0812 3456 7890',
  birthPlace: 'Jakarta',
  birthDate: '1990-07-01',
  profession: 'Guru',
  city: 'Jakarta Pusat',
  province: 'DKI Jakarta',
  country: 'SG',
}

const sent = (details: Details) => ({ details, hasDocument: true })

test('KYC-18: a missing document picture is reported with all other missing fields', () => {
  const faults = findDetailsFaults({ details: noDetails, hasDocument: false }, 'id', nowMs)
  assert.equal(faults.document, 'documentNeeded')
  assert.equal(faults.name, 'nameNeeded')
  assert.deepEqual(findDetailsFaults({ details: good, hasDocument: false }, 'id', nowMs), {
    document: 'documentNeeded',
  })
})

test('KYC-19: a NIK has a numeric keyboard, a passport one with letters', () => {
  assert.equal(numberKeys({ ...good, number: '' }, 'id', false), 'numeric')
  assert.equal(numberKeys({ ...good, number: '3171' }, 'id', false), 'numeric')
  assert.equal(numberKeys({ ...good, number: 'C12' }, 'id', false), undefined)
  assert.equal(numberKeys({ ...good, number: '' }, 'id', true), undefined)
  assert.equal(numberKeys({ ...good, number: '' }, 'global', false), undefined)
})

test('KYC-14 KYC-15 KYC-16 KYC-17 KYC-20 KYC-25: the Indonesian form requires its own fields only', () => {
  assert.deepEqual(findDetailsFaults(sent({ ...good, country: '' }), 'id', nowMs), {})
  assert.deepEqual(Object.keys(findDetailsFaults(sent(noDetails), 'id', nowMs)), [
    'name',
    'birthPlace',
    'birthDate',
    'phone',
    'profession',
    'city',
    'province',
  ])
})

test('KYC-23: the global form requires the country, but neither city nor province', () => {
  assert.deepEqual(
    findDetailsFaults(
      sent({ ...good, phone: '+65 6123 4567', city: '', province: '' }),
      'global',
      nowMs,
    ),
    {},
  )
  assert.equal(
    findDetailsFaults(sent({ ...good, country: '' }), 'global', nowMs).country,
    'countryNeeded',
  )
  assert.equal(isRequired('npwp', 'global'), false)
})

test('KYC-15 DEC-55: an Indonesian phone number begins with +62 or 0, a global one with a country code', () => {
  for (const phone of ['+62 812-3456-7890', '0812 3456 7890', '6281234567890']) {
    assert.deepEqual(findDetailsFaults(sent({ ...good, phone }), 'id', nowMs), {}, phone)
  }
  assert.equal(
    findDetailsFaults(sent({ ...good, phone: '+6561234567' }), 'id', nowMs).phone,
    'phoneWrongId',
  )
  assert.equal(
    findDetailsFaults(sent({ ...good, phone: 'abc' }), 'global', nowMs).phone,
    'phoneWrongGlobal',
  )
})

test('KYC-17: a birth date must be valid and old enough', () => {
  const fault = (birthDate: string) =>
    findDetailsFaults(sent({ ...good, birthDate }), 'id', nowMs).birthDate
  assert.equal(fault('1990-02-30'), 'birthDateWrong')
  assert.equal(fault('2026-01-01'), 'tooYoung')
  assert.equal(fault('2027-01-01'), 'birthDateWrong')
  assert.equal(fault('2009-11-21'), undefined)
})

test('KYC-24: an NPWP is optional, and has 15 or 16 digits', () => {
  const fault = (npwp: string) => findDetailsFaults(sent({ ...good, npwp }), 'id', nowMs).npwp
  assert.equal(fault(''), undefined)
  assert.equal(fault('99.999.999.9-999.999'), undefined)
  assert.equal(fault('12345'), 'npwpWrong')
})

test('KYC-21: a NIK is compared with date and gender, as a hint only', () => {
  const hints = (part: Partial<Details>) => numberHints({ ...good, ...part }, 'id')
  assert.deepEqual(hints({ number: '3171010107900003', gender: 'M' }), ['nikFits'])
  assert.deepEqual(hints({ number: '3171014107900003', gender: 'M' }), ['nikGender'])
  assert.deepEqual(hints({ number: '3171010207900003' }), ['nikDate'])
  assert.deepEqual(hints({ number: '317101' }), ['nikDigits'])
  assert.deepEqual(hints({ number: '9971010107900003' }), ['nikProvince'])
  assert.deepEqual(hints({ number: '' }), [])
  assert.deepEqual(hints({ number: 'A1234567' }), [], 'a passport')
  assert.deepEqual(numberHints({ ...good, number: '317101' }, 'global'), [])
  assert.deepEqual(findDetailsFaults(sent({ ...good, number: '317101' }), 'id', nowMs), {})
})

test('KYC-13: a draft survives a reload, without identity numbers', () => {
  const typed: Details = {
    ...good,
    gender: 'F',
    number: '3171014107900003',
    npwp: '012345678901234',
  }
  const kept = toDraft(typed)
  assert.deepEqual(mergeDraft(noDetails, kept), { ...typed, number: '', npwp: '' })
  assert.deepEqual(mergeDraft(typed, {}), typed)
  assert.equal(mergeDraft(noDetails, { gender: 'X' }).gender, '')
})
