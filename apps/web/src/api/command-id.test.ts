import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommandId, setServerTime, serverNowMs } from './command-id.ts'

/** The timestamp of a UUIDv7: its first 48 bits. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('R-12: a command id is a UUID of version 7 and the standard variant', () => {
  for (let made = 0; made < 200; made += 1) {
    assert.match(
      newCommandId(),
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})

test('R-12: a command id has the server\u2019s time, not the device\u2019s', () => {
  const hourMs = 3_600_000
  setServerTime(Date.now() + hourMs)
  const difference = timeOf(newCommandId()) - Date.now() - hourMs
  assert.ok(Math.abs(difference) < 5_000, `${difference} ms`)
  setServerTime(Number.NaN)
  assert.ok(
    Math.abs(serverNowMs() - Date.now() - hourMs) < 5_000,
    'what is no time changes nothing',
  )
  setServerTime(Date.now())
})

test('command ids are unique', () => {
  const ids = new Set(Array.from({ length: 10_000 }, newCommandId))
  assert.equal(ids.size, 10_000)
})
