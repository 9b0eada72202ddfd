import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSavedDetails, readStatus } from './kyc-wire-reading.ts'

const limits = { image_bytes: 1_000_000, video_bytes: 9, video_min_s: 2, video_max_s: 30 }

test('KYC-03 KYC-04 DEC-50: the step is read, and any type but Indonesia is the other variant', () => {
  const read = (kyc_type: string | null) => readStatus({ data: { kyc_step: 2, kyc_type } })
  assert.deepEqual(read('Indonesia')?.variant, 'id')
  assert.deepEqual(read('Global')?.variant, 'global')
  assert.deepEqual(read('Elsewhere')?.variant, 'global')
  assert.deepEqual(read(null)?.variant, null)
  assert.equal(read(null)?.step, 2)
})

test('KYC-02: an answer without a step of the four is none', () => {
  for (const kyc_step of [undefined, 4, -1, 'x']) {
    assert.equal(readStatus({ data: { kyc_step } }), null, String(kyc_step))
  }
  assert.equal(readStatus({}), null)
})

test('DEC-42 DEC-56 DEC-65: state, reason, piece, mode and limits are read, unknown words as the usual', () => {
  const told = { state: 'rejected', reason: 'no_face', piece: 'video', mode: 'steps', limits }
  const status = readStatus({ data: { kyc_step: 2, kyc_type: 'Indonesia', ...told } })
  assert.deepEqual(
    [status?.state, status?.reason, status?.piece, status?.mode],
    ['rejected', 'no_face', 'video', 'steps'],
  )
  assert.deepEqual(status?.limits, { videoBytes: 9, videoMinSeconds: 2, videoMaxSeconds: 30 })
  const odd = { state: 'melted', piece: 'hat', mode: 7, limits: { video_min_s: -1 } }
  const usual = readStatus({ data: { kyc_step: 0, ...odd } })
  assert.deepEqual([usual?.state, usual?.piece, usual?.mode], ['draft', null, 'both'])
  assert.equal(usual?.limits.videoMinSeconds, 3)
})

test('KYC-14 DEC-51: what was typed before comes back under its fields, and which files are kept', () => {
  const data = { orang_name: 'Budi', orang_gender: 'M', orang_nik: null, has_nik_file: true }
  const saved = readSavedDetails({ data })
  assert.deepEqual(
    [saved.details.name, saved.details.gender, saved.details.number],
    ['Budi', 'M', ''],
  )
  assert.deepEqual([saved.hasDocument, saved.hasNpwpPicture], [true, false])
  assert.equal(readSavedDetails({}).details.name, '')
})
