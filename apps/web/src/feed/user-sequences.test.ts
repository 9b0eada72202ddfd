import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { followOwnNumbers, ownGraceMs } from './user-sequences.ts'

/** Numbers, a clock that stands until it is moved, and how often everything own was asked for. */
function bench() {
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>()
  let nowMs = 0
  let missed = 0
  const numbers = followOwnNumbers({
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

/** Numbers of a line that opened when the user had `no` events. */
function opened(no: number) {
  const it = bench()
  it.open()
  it.told(no, true)
  return it
}

test('R-20: a last own event that was lost is noticed by the number alone', () => {
  const it = opened(4)
  it.came(5)
  it.told(6, false)
  it.pass(ownGraceMs - 1)
  assert.equal(it.missed(), 0, 'it may still be on its way')
  it.pass(1)
  assert.equal(it.missed(), 1)
  it.told(6, false)
  it.pass(60_000)
  assert.equal(it.missed(), 1, 'what was asked for is not asked for again')
})

test('R-20: one lost among others is noticed, what was overtaken or repeated is not lost', () => {
  const it = opened(0)
  for (const no of [2, 1, 1, 3, 2]) it.came(no)
  it.told(3, false)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
  it.came(5)
  it.pass(ownGraceMs)
  assert.equal(it.missed(), 1)
})

test('R-20: where the first number of a line was lost everything is asked for once', () => {
  for (const begin of [
    (it: ReturnType<typeof bench>) => it.told(7, false),
    (it: ReturnType<typeof bench>) => it.came(7),
  ]) {
    const it = bench()
    it.open()
    begin(it)
    assert.equal(it.missed(), 1)
    it.told(7, false)
    it.came(8)
    it.pass(60_000)
    assert.equal(it.missed(), 1)
  }
})

test('R-20: a line that is opened anew counts anew', () => {
  const it = opened(9)
  it.came(11)
  it.open()
  it.told(2, true)
  it.came(3)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
})

test('R-20: events of a server without numbers ask for nothing', () => {
  const it = bench()
  it.open()
  it.came(null)
  it.pass(60_000)
  assert.equal(it.missed(), 0)
})

test('R-20: in whatever order numbers come, everything is asked for exactly if one stays away', () => {
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
        for (const { no } of numbers) it.came(no)
        it.told(arrives.length, false)
        // What was waited for first may be another one than the last.
        it.pass(ownGraceMs)
        it.pass(ownGraceMs)
        assert.equal(it.missed() > 0, arrives.includes(false))
      },
    ),
  )
})
