import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveEngineKey } from './engine-key.ts'
import { keysOf } from './keys.ts'
import { testEngineSecret, testKeys, testSecret } from './testing/secrets.ts'

test('SRV-12: each purpose has its own key, the same from the same secret', () => {
  assert.notDeepEqual(testKeys('captcha'), testKeys('two-factor'))
  assert.deepEqual(testKeys('mail'), keysOf(testSecret)('mail'))
  assert.notDeepEqual(testKeys('mail'), keysOf(testEngineSecret)('mail'))
  assert.equal(testKeys('two-factor').length, 32)
})

test('H-4: the keys of the engine are derived from its own secret', () => {
  const key = deriveEngineKey(testEngineSecret, 'journal')
  assert.equal(key.length, 32)
  assert.notDeepEqual(key, deriveEngineKey(testEngineSecret, 'hold-statement'))
  assert.notDeepEqual(key, deriveEngineKey(testSecret, 'journal'))
})
