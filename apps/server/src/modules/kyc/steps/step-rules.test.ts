import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KycDetails, type KycField, kycFields } from '@tukar/wire'
import fc from 'fast-check'
import { Refusal } from '../../../platform/http/refusal.ts'
import { detailsOf, fieldNamesOf } from './step-rules.ts'

const nowMs = Date.UTC(2026, 6, 1)
const kinds = ['indonesia', 'global'] as const

/** Realistic and unrealistic input. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('', ' ', '\u0000', '\u202e', 'é', 'Dewi', '0812 3456 7890', '+62', '1990-07-01'),
  fc.constantFrom(
    '2009-07-02',
    '3171014107900003',
    'F',
    'M',
    'DE',
    'ID',
    'ZZ',
    '01.234.567.8-901.234',
  ),
)
const forms = fc.dictionary(fc.constantFrom(...Object.values(kycFields)), texts)

const good: Readonly<Record<KycField, fc.Arbitrary<string>>> = {
  name: fc.constantFrom('Dewi Lestari', '  Nguyễn Văn A ', "Ma'ruf", 'de\u0301wi'),
  phone: fc.constantFrom('081234567890', '+62 812-3456-7890', '0062 81234567890'),
  birthPlace: fc.constantFrom('Bandung', ' Kota Bandung'),
  birthDate: fc.constantFrom('1990-07-01', ' 2009-07-01 '),
  gender: fc.constantFrom('', 'M', 'F'),
  address: fc.constantFrom('', 'Jalan Contoh 1\r\nRT 02'),
  profession: fc.constantFrom('Guru', 'Pedagang '),
  number: fc.constantFrom('', '3171 0141 0790 0003', 'a 1234567'),
  npwp: fc.constantFrom('', '01.234.567.8-901.234', '3171014107900003'),
  city: fc.constantFrom('Bandung', 'Jakarta'),
  province: fc.constantFrom('Jawa Barat', 'Papua'),
  nationality: fc.constantFrom('de', 'JP', ' us '),
}

function fieldsOf(details: KycDetails): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(kycFields).map(([field, name]) => {
      return [name, details[field as KycField] ?? '']
    }),
  )
}

test('SRV-38: any input is accepted or refused with a code, and nothing else happens', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), forms, (kind, form) => {
      try {
        const details = detailsOf(kind, new Map(Object.entries(form)), null, nowMs)
        assert.doesNotMatch(details.name, /[\p{Cc}\p{Cf}]/u)
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code.startsWith('kyc.'), String(error))
      }
    }),
  )
})

test('KYC-14 DEC-55: stored details are accepted again unchanged, and missing fields keep their values', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.record(good), (kind, written) => {
      const names: Readonly<Record<string, string>> = kycFields
      const form = Object.entries(written).map(
        ([field, text]) => [names[field] ?? '', text] as const,
      )
      const details = detailsOf(kind, new Map(form), null, nowMs)
      assert.deepEqual(detailsOf(kind, fieldsOf(details), null, nowMs), details)
      assert.deepEqual(detailsOf(kind, new Map(), details, nowMs), details)
      const renamed = detailsOf(kind, new Map([[kycFields.name, 'Citra']]), details, nowMs)
      assert.deepEqual(renamed, { ...details, name: 'Citra' })
      assert.match(details.phone ?? '', /^\+62[1-9]\d+$/)
    }),
  )
})

test("DEC-51: each variant has its own fields, and a global user has none of Indonesia's", () => {
  assert.deepEqual(
    fieldNamesOf('indonesia').filter((name) => !fieldNamesOf('global').includes(name)),
    [kycFields.npwp, kycFields.city, kycFields.province],
  )
  assert.ok(fieldNamesOf('global').includes(kycFields.nationality))
  assert.ok(!fieldNamesOf('indonesia').includes(kycFields.nationality))
})
