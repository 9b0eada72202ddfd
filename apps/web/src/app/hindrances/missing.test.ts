import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMissing, type Probes } from './missing.ts'

const all: Probes = { cookies: () => true, storage: () => true, workers: () => true }

test('R-87: a browser with all features lacks none', () => {
  assert.deepEqual(findMissing(all), [])
})

test('R-87: blocked features are reported, also if access to their name throws', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  assert.deepEqual(findMissing({ ...all, storage: blocked }), ['storage'])
  assert.deepEqual(findMissing({ cookies: () => false, storage: blocked, workers: () => false }), [
    'cookies',
    'storage',
    'workers',
  ])
})
