import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventReader } from './event-reader.ts'

const text = ':   \n\ndata: ["heartbeat",{"seq":1}]\n\ndata: ["notif",{"message":"a\\n\\nb"},7]\n\n'

test('events are read from any pieces of text, without comments', () => {
  for (const size of [1, 2, 7, 1_000]) {
    const told: unknown[] = []
    const take = createEventReader((name, payload, no) => told.push([name, payload, no]))
    for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size))
    assert.deepEqual(told, [
      ['heartbeat', { seq: 1 }, undefined],
      ['notif', { message: 'a\n\nb' }, 7],
    ])
  }
})

test('an endless event is stored only up to a limit', () => {
  const take = createEventReader(() => assert.fail('no event'))
  assert.throws(() => take('x'.repeat(1_000_001)), /without an end/)
})
