import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUserSequences } from './user-sequences.ts'

const [ani, budi] = [1_001, 1_002]

test('R-20: the events of each user are numbered without gaps', () => {
  const numbers = createUserSequences()
  assert.deepEqual([numbers.next(ani), numbers.next(ani), numbers.next(budi)], [1, 2, 1])
  assert.deepEqual([numbers.greet(ani), numbers.greet(budi)], [2, 1])
})

test('R-20: a number is sent when it changed, once more, and not again', () => {
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

test('R-20: a new listener gets its number once more, in case the first message was lost', () => {
  const numbers = createUserSequences()
  assert.equal(numbers.greet(ani), 0)
  assert.deepEqual(numbers.takeDue(), [{ userId: ani, no: 0 }])
  assert.deepEqual(numbers.takeDue(), [])
})

test('R-20: nothing is kept of users who left', () => {
  const numbers = createUserSequences()
  numbers.next(ani)
  numbers.forget(ani)
  assert.deepEqual(numbers.takeDue(), [])
  assert.equal(numbers.next(ani), 1)
})
