import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords } from './device-words.ts'

test('SESS: a device is named in the reader’s language', () => {
  assert.equal(deviceWords('Samsung Internet on Android', 'id'), 'Samsung Internet di Android')
  assert.equal(deviceWords('Firefox on Linux', 'en'), 'Firefox on Linux')
  assert.equal(deviceWords('Firefox', 'id'), 'Firefox')
  assert.equal(deviceWords('', 'id'), '')
})
