import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createInitialForm,
  isHomeAddress,
  toDraft,
  particularFaults,
  particularFields,
  type ParticularsForm,
  verifiedFields,
  mergeDraft,
} from './particulars-form.ts'
import type { ProfileRow } from '@tukar/wire'
import { toBody, readAgreement, readSigning } from './agreement-wire.ts'

const profile: ProfileRow = {
  orang_id: 1001,
  orang_name: 'Siti',
  orang_nickname: 'siti',
  orang_email: 'siti@example.test',
  two_fa_is_active: false,
  suspended: false,
  demo: false,
  orang_kyc_status: 'approve',
  orang_agreement: 0,
  verified_name: null,
  orang_nik: null,
  orang_niktype: null,
  orang_profession: null,
  orang_address: null,
  orang_domicile: null,
  orang_income_source: null,
  orang_income: null,
  orang_acc_purpose: null,
  orang_mobilenumber: null,
  orang_birthplace: null,
  orang_birthday: null,
  orang_gender: null,
  orang_address_city: null,
  orang_address_province: null,
  orang_mother_name: null,
  orang_npwp_number: null,
  orang_nik_file: null,
  orang_warganegara: null,
  orang_video_file: null,
}
const empty = Object.fromEntries(particularFields.map((field) => [field, ''])) as ParticularsForm
const full: ParticularsForm = {
  ...empty,
  number: '••••••••••••0001',
  numberType: 'KTP',
  birthDate: '1990-07-01',
  birthPlace: 'Bandung',
  motherName: 'Siti Rahayu',
  phone: '+628123456789',
  address: 'Jalan Melati 5',
  domicile: 'Jalan Melati 5',
  city: 'Kota Bandung',
  province: 'Jawa Barat',
  profession: 'Guru',
  incomeSource: 'salary',
  income: '50-250',
  purpose: 'investment',
}

test('DEC-66: all fields except gender and tax number are required', () => {
  assert.deepEqual(particularFaults(full, full), {})
  const missing = Object.keys(particularFaults(empty, empty))
  const optional = particularFields.filter((field) => !missing.includes(field))
  assert.deepEqual(optional, ['gender', 'npwp'])
  assert.deepEqual(particularFaults({ ...full, motherName: '  ' }, full), { motherName: 'missing' })
})

test('AGR-02: without a stored address the form starts with the address of the document', () => {
  const loaded = { ...full, domicile: '' }
  assert.equal(isHomeAddress(createInitialForm(loaded, {})), true)
  assert.equal(isHomeAddress(createInitialForm(full, {})), true)
  const elsewhere = createInitialForm({ ...full, domicile: 'Jalan Kenanga 7' }, {})
  assert.equal(elsewhere.domicile, 'Jalan Kenanga 7')
  // A user who cleared the checkbox and typed nothing finds it cleared.
  assert.equal(createInitialForm(loaded, { domicile: '' }).domicile, '')
})

test('DEC-66: invalid numbers are shown before sending, masked ones stay', () => {
  const shown = { ...full, npwp: '•••••••••••1234' }
  assert.deepEqual(particularFaults(shown, shown), {})
  assert.deepEqual(particularFaults({ ...shown, npwp: '1234' }, shown), { npwp: 'wrong' })
  assert.deepEqual(particularFaults({ ...full, phone: '12' }, full), { phone: 'wrong' })
  assert.deepEqual(particularFaults({ ...full, phone: '0812 3456 789' }, full), {})
})

test('DEC-66: verified fields are read-only and not sent', () => {
  assert.deepEqual([...verifiedFields(full)], ['number', 'numberType', 'birthDate'])
  assert.deepEqual([...verifiedFields({ ...full, birthDate: '' })], ['number', 'numberType'])
  const body = toBody({ ...full, motherName: ' Siti ' }, full)
  assert.equal(body['orang_mother_name'], 'Siti')
  for (const name of ['orang_nik', 'orang_niktype', 'orang_birthday']) assert.ok(!(name in body))
  assert.equal(
    toBody({ ...full, birthDate: '1990-01-01' }, { ...full, birthDate: '' })['orang_birthday'],
    '1990-01-01',
  )
})

test('AGR-01: the profile decides who may open the page', () => {
  const of = (row: Partial<ProfileRow>) => readSigning({ ...profile, ...row })
  assert.equal(of({}).mayAgree, true)
  assert.equal(of({ orang_agreement: 1 }).mayAgree, false)
  assert.equal(of({ orang_kyc_status: 'not approve' }).mayAgree, false)
  assert.equal(of({ orang_mother_name: 'Siti' }).form.motherName, 'Siti')
})

test('AGR-03 DEC-68: the text is read as blocks without other HTML', () => {
  const hostile =
    '<h3>1. A</h3><p onclick="x()">B<script>alert(1)</script></p><iframe src="x"></iframe>'
  const read = readAgreement({
    data: hostile,
    version: 'v',
    updated_on: '2026-11-21',
    summary: ['s'],
    ready: true,
  })
  assert.deepEqual(
    read.blocks.map((block) => block.kind),
    ['heading', 'paragraph'],
  )
  assert.doesNotMatch(JSON.stringify(read.blocks), /script|alert|iframe|onclick/)
  assert.deepEqual([read.version, read.summary, read.isReady], ['v', ['s'], true])
})

test('AGR-02: a draft survives a reload, without numbers, and changes no verified field', () => {
  const kept = toDraft({ ...full, number: '3171014107900003', npwp: '012345678901234' })
  assert.deepEqual(
    [kept['number'], kept['npwp'], kept['motherName']],
    [undefined, undefined, undefined],
  )
  const loaded = { ...empty, number: '••••0001', numberType: 'KTP', birthDate: '1991-01-01' }
  const again = mergeDraft(loaded, kept)
  assert.deepEqual([again.birthPlace, again.phone], [full.birthPlace, full.phone])
  assert.deepEqual([again.number, again.birthDate], [loaded.number, loaded.birthDate])
  assert.deepEqual(mergeDraft(loaded, {}), loaded)
})
