import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankAccess } from './bank-access.ts'

test('DEC-96 BANK-02 R-41: a change of the bank account is offered only while the exchange allows it', () => {
  assert.equal(bankAccess({ isLocked: false }, false), 'open')
  assert.equal(bankAccess({ isLocked: true }, false), 'locked')
  assert.equal(bankAccess({ isLocked: false }, true), 'demo')
})
