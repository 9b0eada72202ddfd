import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUserSequences } from './user-sequences.ts'

const [ani, budi] = [1_001, 1_002]

test('R-20: own events of each user are numbered without a gap', () => {
  const numbers = createUserSequences()
  assert.deepEqual([numbers.next(ani), numbers.next(ani), numbers.next(budi)], [1, 2, 1])
  assert.deepEqual([numbers.greet(ani), numbers.greet(budi)], [2, 1])
})

test('R-20: a number is told when it changed, once more, and then no more', () => {
  const numbers = createUserSequences()
  assert.deepEqual(numbers.takeDue(), [])
  numbers.next(ani)
  assert.deepEqual(numbers.takeDue(), [{ userId: ani, no: 1 }])
  numbers.next(ani)
  numbers.next(ani)
  assert.deepEqual(numbers.takeDue(), [{ userId: ani, no: 3 }])
  assert.deepEqual(numbers.takeDue(), [{ userId: ani, no: 3 }])
  assert.deepEqual(numbers.takeDue(), [])
})

test('R-20: whoever is greeted is told once more, in case the greeting was lost', () => {
  const numbers = createUserSequences()
  assert.equal(numbers.greet(ani), 0)
  assert.deepEqual(numbers.takeDue(), [{ userId: ani, no: 0 }])
  assert.deepEqual(numbers.takeDue(), [])
})

test('R-20: of whoever left nothing is kept', () => {
  const numbers = createUserSequences()
  numbers.next(ani)
  numbers.forget(ani)
  assert.deepEqual(numbers.takeDue(), [])
  assert.equal(numbers.next(ani), 1)
})
