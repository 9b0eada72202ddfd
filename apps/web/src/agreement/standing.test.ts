import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingAt, missingBy, missingOf, type Standing, standingOf } from './standing.ts'

const unknown = { isIdentityKnown: false, hasAgreed: false }

test('SET-07 SET-08 DEC-65: where a person stands is told by his profile, before approval by the check’s state', () => {
  const standings: readonly (readonly [Parameters<typeof standingOf>[1], Standing])[] = [
    [null, 'none'],
    ['none', 'none'],
    ['draft', 'draft'],
    ['submitted', 'waiting'],
    ['in_review', 'waiting'],
    ['rejected', 'rejected'],
    ['approved', 'approved'],
  ]
  for (const [state, standing] of standings) assert.equal(standingOf(unknown, state), standing)
  assert.equal(standingOf({ isIdentityKnown: true, hasAgreed: false }, 'draft'), 'approved')
  assert.equal(standingOf({ isIdentityKnown: true, hasAgreed: true }, null), 'agreed')
})

test('ATT-51: a refusal of the gate names what is missing, no other refusal does', () => {
  assert.equal(missingOf('kyc.required'), 'kyc')
  assert.equal(missingOf('agreement.required'), 'agreement')
  for (const code of ['', 'desk.forbidden', 'kyc.step']) assert.equal(missingOf(code), null)
  assert.equal(missingAt('rejected'), 'kyc')
  assert.equal(missingAt('approved'), 'agreement')
  assert.equal(missingAt('agreed'), null)
  assert.equal(missingBy(unknown), 'kyc')
  assert.equal(missingBy({ isIdentityKnown: true, hasAgreed: false }), 'agreement')
  for (const progress of [null, { isIdentityKnown: true, hasAgreed: true }]) {
    assert.equal(missingBy(progress), null)
  }
})
