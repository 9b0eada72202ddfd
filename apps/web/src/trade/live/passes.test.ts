import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasses } from './passes.ts'

function passesByHand() {
  const frames: (() => void)[] = []
  const failures: unknown[] = []
  const passes = createPasses({
    nextFrame: (run) => frames.push(run),
    onFailure: (error) => failures.push(error),
  })
  return { passes, failures, frame: () => frames.splice(0).map((run) => run()).length }
}

test('all changes between two frames are written once, by all writers together', () => {
  const { passes, frame } = passesByHand()
  const written: string[] = []
  passes.follow(() => written.push('book'))
  const leave = passes.follow(() => written.push('tape'))
  for (let i = 0; i < 5; i++) passes.ask()
  assert.deepEqual(written, [])
  assert.equal(frame(), 1)
  assert.deepEqual(written, ['book', 'tape'])
  leave()
  passes.ask()
  frame()
  assert.deepEqual(written, ['book', 'tape', 'book'])
})

test('a requested pass can run at once, and its frame then does nothing', () => {
  const { passes, frame } = passesByHand()
  let writes = 0
  passes.follow(() => (writes += 1))
  passes.flush()
  assert.equal(writes, 0)
  passes.ask()
  passes.flush()
  frame()
  assert.equal(writes, 1)
})

test('a failing writer is reported, and does not stop other writers or later frames', () => {
  const { passes, failures, frame } = passesByHand()
  let writes = 0
  passes.follow(() => {
    throw new Error('gone')
  })
  passes.follow(() => (writes += 1))
  for (let i = 0; i < 2; i++) {
    passes.ask()
    frame()
  }
  assert.equal(writes, 2)
  assert.equal(failures.length, 2)
})

test('removing a writer does not stop the others', () => {
  // The feed calls a listener once, however often it was added.
  const listeners = new Set<() => void>()
  const passes = createPasses({
    listen: (ask) => {
      listeners.add(ask)
      return () => listeners.delete(ask)
    },
    nextFrame: (run) => run(),
    onFailure: assert.ifError,
  })
  const change = () => listeners.forEach((listener) => listener())
  const written: string[] = []
  const leaveBook = passes.follow(() => written.push('book'))
  const leaveSheet = passes.follow(() => written.push('sheet'))
  change()
  leaveSheet()
  leaveSheet()
  change()
  assert.deepEqual(written, ['book', 'sheet', 'book'])
  leaveBook()
  assert.equal(listeners.size, 0, 'the line is let go with the last')
  passes.follow(() => written.push('again'))
  change()
  assert.equal(written.at(-1), 'again')
})
