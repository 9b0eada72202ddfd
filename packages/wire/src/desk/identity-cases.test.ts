import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kycPieces, kycReasons } from '../identity/kyc.ts'
import { DecideIdentity } from './identity-cases.ts'

const note = 'the names are not the same'
const isTaken = (body: object) => DecideIdentity.safeParse({ note, ...body }).success

test('SRV-41: an approval has no reason, a rejection has one, and `again` also has a piece', () => {
  assert.equal(isTaken({ decision: 'approve' }), true)
  assert.equal(isTaken({ decision: 'approve', reason: null, piece: null }), true)
  for (const reason of kycReasons) {
    assert.equal(isTaken({ decision: 'approve', reason }), false)
    assert.equal(isTaken({ decision: 'reject', reason }), true)
    assert.equal(isTaken({ decision: 'again', reason }), false)
    for (const piece of kycPieces) {
      assert.equal(isTaken({ decision: 'approve', piece }), false)
      assert.equal(isTaken({ decision: 'reject', reason, piece }), false)
      assert.equal(isTaken({ decision: 'again', reason, piece }), true)
    }
  }
  assert.equal(isTaken({ decision: 'reject' }), false)
  assert.equal(isTaken({ decision: 'reject', reason: 'I do not like him' }), false)
  assert.equal(isTaken({ decision: 'approve', note: 'ok' }), false)
  assert.equal(isTaken({ decision: 'approve', note: 'a \0 in it' }), false)
})
