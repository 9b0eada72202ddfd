import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordFaultOf } from './password-rules.ts'

test('DEC-28 ATT-18: a new password has 8 to 128 characters, an uppercase letter and a digit', () => {
  const faults = ['Rahasi1', 'rahasia1', 'Rahasiaa', 'Rahasia1', `R1${'a'.repeat(127)}`]
  assert.deepEqual(faults.map(passwordFaultOf), ['short', 'weak', 'weak', null, 'long'])
})
