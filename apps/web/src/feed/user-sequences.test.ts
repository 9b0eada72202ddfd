import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { followUserSequences, sequenceGraceMs } from './user-sequences.ts'

/** Sequences with a clock that tests advance, and the number of refetches. */
function bench() {
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>()
  let nowMs = 0
  let missed = 0
  const numbers = followUserSequences({
    onMissed: () => {
      missed += 1
    },
    setTimer: (run, delayMs) => {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  return {
    ...numbers,
    missed: () => missed,
    pass(ms: number) {
      nowMs += ms
      for (const timer of timers) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

/** Sequences of a connection that opened when the user had `no` events. */
function opened(no: number) {
  const it = bench()
  it.restart()
  it.reported(no, true)
  return it
}

test('R-20: a lost last user event is detected by the number alone', () => {
  const it = opened(4)
  it.received(5)
  it.reported(6, false)
  it.pass(sequenceGraceMs - 1)
  assert.equal(it.missed(), 0, 'it may still be on its way')
  it.pass(1)
  assert.equal(it.missed(), 1)
  it.reported(6, false)
  it.pass(60_000)
  assert.equal(it.missed(), 1, 'what was asked for is not asked for again')
})

test('R-20: one lost event among others is detected; overtaken and repeated ones are not lost', () => {
  const it = opened(0)
  for (const no of [2, 1, 1, 3, 2]) it.received(no)
  it.reported(3, false)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
  it.received(5)
  it.pass(sequenceGraceMs)
  assert.equal(it.missed(), 1)
})

test('R-20: after a lost first number everything is loaded once', () => {
  for (const begin of [
    (it: ReturnType<typeof bench>) => it.reported(7, false),
    (it: ReturnType<typeof bench>) => it.received(7),
  ]) {
    const it = bench()
    it.restart()
    begin(it)
    assert.equal(it.missed(), 1)
    it.reported(7, false)
    it.received(8)
    it.pass(60_000)
    assert.equal(it.missed(), 1)
  }
})

test('R-20: a reopened connection counts from the start', () => {
  const it = opened(9)
  it.received(11)
  it.restart()
  it.reported(2, true)
  it.received(3)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
})

test('R-20: events without numbers cause no load', () => {
  const it = bench()
  it.restart()
  it.received(null)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
})

test('R-20: in any order of numbers, everything is loaded exactly if one is missing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      fc.infiniteStream(fc.nat()),
      (arrives, order) => {
        const it = opened(0)
        const numbers = arrives
          .flatMap((isHere, index) => (isHere ? [index + 1] : []))
          .map((no) => ({ no, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
        for (const { no } of numbers) it.received(no)
        it.reported(arrives.length, false)
        // The first missing number may differ from the last.
        it.pass(sequenceGraceMs)
        it.pass(sequenceGraceMs)
        assert.equal(it.missed() > 0, arrives.includes(false))
      },
    ),
  )
})
