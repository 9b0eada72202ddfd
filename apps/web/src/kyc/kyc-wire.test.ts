import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KycDataRow, KycStepRow } from '@tukar/wire'
import { readSavedDetails, readStatus } from './kyc-wire.ts'

const row: KycStepRow = {
  kyc_step: 2,
  kyc_type: 'Indonesia',
  state: 'rejected',
  reason: 'no_face',
  piece: 'video',
  mode: 'steps',
  limits: { image_bytes: 1_000_000, video_bytes: 9, video_min_s: 2, video_max_s: 30 },
}

test('KYC-03 KYC-04 DEC-50: the step is read, and any type except Indonesia is the global variant', () => {
  const read = (kyc_type: KycStepRow['kyc_type']) => readStatus({ ...row, kyc_type })
  assert.equal(read('Indonesia').variant, 'id')
  assert.equal(read('Global').variant, 'global')
  assert.equal(read(null).variant, null)
  assert.equal(read(null).step, 2)
})

test('KYC-02: an answer with an unknown step is unreadable', () => {
  for (const kyc_step of [4, -1, Number.NaN]) {
    assert.throws(() => readStatus({ ...row, kyc_step }), String(kyc_step))
  }
})

test('DEC-42 DEC-56 DEC-65: state, reason, piece, mode and limits are read', () => {
  const { state, reason, piece, mode, limits } = readStatus(row)
  assert.deepEqual([state, reason, piece, mode], ['rejected', 'no_face', 'video', 'steps'])
  assert.deepEqual(limits, { videoBytes: 9, videoMinSeconds: 2, videoMaxSeconds: 30 })
})

test('KYC-14 DEC-51: saved details are read by field, with the flags of uploaded files', () => {
  const data: KycDataRow = {
    orang_name: 'Budi',
    orang_mobilenumber: null,
    orang_birthplace: null,
    orang_birthday: null,
    orang_gender: 'M',
    orang_address: null,
    orang_profession: null,
    orang_nik: null,
    orang_npwp_number: null,
    orang_address_city: null,
    orang_address_province: null,
    orang_warganegara: null,
    has_nik_file: true,
    has_npwp_file: false,
    has_video_file: false,
  }
  const saved = readSavedDetails(data)
  assert.deepEqual(
    [saved.details.name, saved.details.gender, saved.details.number],
    ['Budi', 'M', ''],
  )
  assert.deepEqual([saved.hasDocument, saved.hasNpwpPicture], [true, false])
})
