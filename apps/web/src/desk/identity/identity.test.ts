import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kycReasons } from '@tukar/wire'
import {
  findEnd,
  type Finding,
  findDenialReason,
  isBarredByRejection,
  type IdentityDecision,
  toLikeness,
  newestReasons,
  findNewestFiles,
  findPiece,
  type ShownFile,
  toDecisionInput,
} from './identity.ts'
import { toIdentity, toIdentityRow, toShown } from './identity-wire.ts'

const all: readonly IdentityDecision[] = ['approve', 'reject', 'again']

test('INV-22 SRV-41: a reviewer decides open cases of other people', () => {
  const of = (id: number, can: typeof all, ...roles: string[]) =>
    findDenialReason({ id, can }, { userId: 7, roles })
  assert.equal(of(1001, all, 'kyc'), null)
  assert.equal(of(7, all, 'kyc'), 'ownCase')
  assert.equal(of(1001, [], 'kyc'), 'needsDecided')
  assert.equal(of(1001, all, 'finance', 'risk', 'admin'), 'noRole')
})

test('SRV-41: only rejections have a reason, and only repeated requests a piece', () => {
  const no = { reason: null, piece: null }
  assert.deepEqual(toDecisionInput('approve', 'other', 'video'), { decision: 'approve', ...no })
  assert.equal(toDecisionInput('reject', null, 'video'), null)
  assert.equal(toDecisionInput('again', null, 'video'), null)
  const rejected = { decision: 'reject', reason: 'suspicious', piece: null }
  assert.deepEqual(toDecisionInput('reject', 'suspicious', 'video'), rejected)
  const again = { decision: 'again', reason: 'no_face', piece: 'video' }
  assert.deepEqual(toDecisionInput('again', 'no_face', 'video'), again)
})

test('decided cases are closed, automatically checked ones stay open', () => {
  const of = (state: string, decidedAt = '2026-03-02T00:00:00.000Z') =>
    findEnd({ state, decidedAt, submittedAt: '2026-03-01T00:00:00.000Z' })
  assert.deepEqual([of('submitted', ''), of('in_review')], [null, null])
  for (const state of ['approved', 'rejected']) assert.equal(of(state), '2026-03-02T00:00:00.000Z')
})

test('every reason has a usual piece', () => {
  const pieces = kycReasons.map((reason) => `${reason} ${findPiece(reason)}`)
  assert.ok(pieces.includes('unreadable document') && pieces.includes('no_face video'))
  assert.ok(pieces.includes('number_used details'))
})

test('a similarity is shown as a word, with one half as the threshold', () => {
  const words = [null, 0, 0.49, 0.5, 0.79, 0.8, 1].map(toLikeness)
  const unlike = 'faceUnlike'
  const likely = 'faceLikely'
  assert.deepEqual(words, ['faceNone', unlike, unlike, likely, likely, 'faceClear', 'faceClear'])
})

test('the newest file of each kind is shown, the document first', () => {
  const file = (id: string, kind: ShownFile['kind'], at: string): ShownFile => ({
    id,
    kind,
    mediaType: 'image/jpeg',
    at,
  })
  const files = [
    file('1', 'video', '2026-11-21T10:00:00Z'),
    file('2', 'document', '2026-11-21T10:00:00Z'),
    file('3', 'document', '2026-11-21T11:00:00Z'),
    file('4', 'still', '2026-11-21T10:00:00Z'),
  ]
  assert.deepEqual(
    findNewestFiles(files).map(({ id }) => id),
    ['3', '4', '1'],
  )
})

const row = {
  id: 1001,
  person: { user_id: 1001, name: 'D••••', email: 'd••••@x' },
  state: 'in_review',
  kind: 'indonesia',
  reason: null,
  piece: null,
  submitted_at: '2026-11-21T10:00:00.000Z',
  decided_at: null,
  decided_by: null,
} as const

test('missing values of a case are empty texts', () => {
  const shown = toIdentityRow(row)
  assert.deepEqual(shown.person, { userId: 1001, name: 'D••••', email: 'd••••@x' })
  assert.deepEqual([shown.decidedBy, shown.reason], ['', ''])
  assert.equal(toIdentityRow({ ...row, person: null }).person, null)
})

test('a case has the findings of automatic checks, the newest first', () => {
  const finding = {
    source: 'modal',
    at: '2026-11-21T10:00:00.000Z',
    verdict: 'review',
    reasons: ['face_differs'],
    refusal: null,
    probability: 0.31,
    quality: null,
    document: {
      kind: 'ktp',
      confidence: 0.9,
      face_quality: 0.8,
      matches: { name: 0.97, number: true, birth_date: null },
    },
  } as const
  const detail = toIdentity({
    ...row,
    masked: { name: 'D••••', number: '••••3456', number_kind: 'ktp' },
    files: [{ kind: 'document', at: '' }],
    findings: [finding, { ...finding, reasons: ['unreadable'], document: null }],
    steps: [{ at: '', from: 'submitted', to: 'in_review', actor: 'machine', cause: null }],
    number_shared: true,
    can: ['approve'],
    version: 7,
  })
  assert.deepEqual([detail.version, detail.can, detail.fileCount], [7, ['approve'], 1])
  assert.equal(detail.isNumberShared, true)
  const [found] = detail.findings
  assert.deepEqual(newestReasons(detail), ['face_differs'])
  assert.deepEqual([found?.probability, found?.quality], [0.31, null])
  assert.equal(found?.wouldApprove, false)
  assert.deepEqual(found?.document?.matches, { name: 0.97, number: true, birthDate: null })
  assert.deepEqual(detail.masked, { name: 'D••••', number: '••••3456', numberKind: 'ktp' })
})

test('SRV-40 SRV-41: an unread number or name is reported as unreadable, not as different', () => {
  const matches = { name: null, number: null, birthDate: null }
  const document = { kind: 'ktp', confidence: 0.5, faceQuality: null, matches }
  const finding: Finding = {
    source: 'steps',
    at: '2026-11-21T10:00:00Z',
    wouldApprove: false,
    reasons: ['number_differs', 'name_differs', 'no_face'],
    refusal: '',
    probability: null,
    quality: null,
    document,
  }
  assert.deepEqual(newestReasons({ findings: [finding] }), ['unreadable', 'no_face'])
  const read = { ...document, matches: { ...matches, name: 0.2, number: false } }
  const differs = newestReasons({ findings: [{ ...finding, document: read }] })
  assert.deepEqual(differs, finding.reasons)
})

test('unmasked data is complete, and missing values are empty texts', () => {
  const details = {
    name: 'Dewi',
    phone: null,
    birthPlace: null,
    birthDate: null,
    gender: 'F',
    address: null,
    profession: null,
    number: '3171',
    numberKind: 'ktp',
    npwp: null,
    city: null,
    province: null,
    nationality: null,
  } as const
  const data = {
    id: 1001,
    email: 'dewi@x',
    details,
    read: [{ name: 'DEWI', number: null, birth_date: '1990-07-01' }],
    files: [{ id: 'a', kind: 'selfie', media_type: 'image/jpeg', at: 'now' }],
    used_by: [1_007],
    token: 't',
    expires_s: 300,
  } as const
  const shown = toShown(data)
  assert.deepEqual([shown.details?.name, shown.details?.npwp], ['Dewi', ''])
  assert.deepEqual(shown.read, [{ name: 'DEWI', number: '', birthDate: '1990-07-01' }])
  assert.deepEqual(shown.files, [{ id: 'a', kind: 'selfie', mediaType: 'image/jpeg', at: 'now' }])
  assert.deepEqual([shown.token, shown.lifeSeconds, shown.usedBy], ['t', 300, [1_007]])
  const nobody = toShown({ ...data, email: null, details: null })
  assert.deepEqual([nobody.email, nobody.details], ['', null])
})

test('SRV-41: without flags and without a decision the earlier rejection is shown', () => {
  const step = { at: '2026-11-22', actor: 'operator', cause: '', to: 'rejected' }
  const submitted = { ...step, to: 'submitted' }
  assert.equal(isBarredByRejection({ findings: [], steps: [submitted, step] }), true)
  assert.equal(isBarredByRejection({ findings: [], steps: [submitted] }), false)
})
