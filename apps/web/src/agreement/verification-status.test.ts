import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findMissingByStatus,
  findMissingByProfile,
  findMissingByRefusal,
  type VerificationStatus,
  toVerificationStatus,
} from './verification-status.ts'

const unknown = { isIdentityKnown: false, hasAgreed: false }

test('SET-07 SET-08 DEC-65: the status comes from the profile, before approval from the state of the check', () => {
  const standings: readonly (readonly [
    Parameters<typeof toVerificationStatus>[1],
    VerificationStatus,
  ])[] = [
    [null, 'none'],
    ['none', 'none'],
    ['draft', 'draft'],
    ['submitted', 'waiting'],
    ['in_review', 'waiting'],
    ['rejected', 'rejected'],
    ['approved', 'approved'],
  ]
  for (const [state, standing] of standings)
    assert.equal(toVerificationStatus(unknown, state), standing)
  assert.equal(
    toVerificationStatus({ isIdentityKnown: true, hasAgreed: false }, 'draft'),
    'approved',
  )
  assert.equal(toVerificationStatus({ isIdentityKnown: true, hasAgreed: true }, null), 'agreed')
})

test('ATT-51: only an eligibility refusal names the missing step', () => {
  assert.equal(findMissingByRefusal('kyc.required'), 'kyc')
  assert.equal(findMissingByRefusal('agreement.required'), 'agreement')
  for (const code of ['', 'desk.forbidden', 'kyc.step'])
    assert.equal(findMissingByRefusal(code), null)
  assert.equal(findMissingByStatus('rejected'), 'kyc')
  assert.equal(findMissingByStatus('approved'), 'agreement')
  assert.equal(findMissingByStatus('agreed'), null)
  assert.equal(findMissingByProfile(unknown), 'kyc')
  assert.equal(findMissingByProfile({ isIdentityKnown: true, hasAgreed: false }), 'agreement')
  for (const progress of [null, { isIdentityKnown: true, hasAgreed: true }]) {
    assert.equal(findMissingByProfile(progress), null)
  }
})
