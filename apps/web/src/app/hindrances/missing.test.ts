import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMissing, type Probes } from './missing.ts'

const all: Probes = { cookies: () => true, storage: () => true, workers: () => true }

test('R-87: a browser that gives all of it lacks nothing', () => {
  assert.deepEqual(findMissing(all), [])
})

test('R-87: what is blocked is named, also where its mere name throws', () => {
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
