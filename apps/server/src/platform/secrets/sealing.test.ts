import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { seal, unseal } from './sealing.ts'

test('ATT-11: a sealed secret opens for its owner and key alone, and not after any change', () => {
  const key = randomBytes(32)
  const plain = randomBytes(20)
  const sealed = seal(key, 'user 1001', plain)
  assert.deepEqual(unseal(key, 'user 1001', sealed), plain)
  assert.equal(sealed.includes(plain), false)
  assert.notDeepEqual(seal(key, 'user 1001', plain), sealed)
  assert.throws(() => unseal(key, 'user 1002', sealed))
  assert.throws(() => unseal(randomBytes(32), 'user 1001', sealed))
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => unseal(key, 'user 1001', changed), `byte ${at}`)
  }
  assert.throws(() => unseal(key, 'user 1001', sealed.subarray(0, 20)))
})
