import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCachedRead } from './cached-read.ts'

function keptCounter() {
  let nowMs = 0
  let count = 0
  let isBroken = false
  const kept = createCachedRead(
    () => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve((count += 1))),
    { freshMs: 10, usableMs: 100, clock: () => nowMs },
  )
  return {
    kept,
    at: (ms: number) => void (nowMs = ms),
    breakIt: () => void (isBroken = true),
  }
}

test('a figure is read once for all concurrent callers, and returned while it is fresh', async () => {
  const { kept, at } = keptCounter()
  assert.deepEqual(await Promise.all([kept(), kept(), kept()]), [1, 1, 1])
  at(9)
  assert.equal(await kept(), 1)
})

test('an older one is returned at once while the next is read; for a too old one callers wait', async () => {
  const { kept, at } = keptCounter()
  await kept()
  at(50)
  assert.equal(await kept(), 1)
  assert.equal(await kept(), 2)
  at(150)
  assert.equal(await kept(), 3)
})

test('a failed read rejects for callers that wait, and for no others', async () => {
  const { kept, at, breakIt } = keptCounter()
  await kept()
  breakIt()
  at(50)
  assert.equal(await kept(), 1)
  at(150)
  await assert.rejects(kept(), /away/)
})

test('FLT-18 INV-26: a figure that was read before the clock was set back is read again', async () => {
  const { kept, at } = keptCounter()
  at(1_000)
  assert.equal(await kept(), 1)
  at(1)
  assert.equal(await kept(), 2)
  assert.equal(await kept(), 2)
})
