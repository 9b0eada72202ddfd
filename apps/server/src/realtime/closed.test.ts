/** Sockets of an exchange that closes: in maintenance, or because another server may lead. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { hello, letIn, openRawClient } from './testing/raw-client.ts'
import { marketOf, realtimeDesk } from './testing/realtime-desk.ts'

test('FLT-17 R-20: once the exchange is closed nothing more is told over sockets, they are cut, and nobody is let in', async (t) => {
  let isClosed = false
  const { realtime, port } = await realtimeDesk(t, [marketOf(1, 'BTC')], {
    isClosed: () => isClosed,
  })
  const { line, heard, say } = await openRawClient(port)
  t.after(() => line.destroy())
  say(hello)
  await until('to be let in', () => heard().includes(letIn))
  realtime.tellAll('announcements', { first: true })
  await until('what was told before', () => heard().includes('{"first":true}'))
  isClosed = true
  const ended = once(line, 'close')
  realtime.tellAll('announcements', { second: true })
  await ended
  assert.doesNotMatch(heard(), /"second"/)
  await assert.rejects(openRawClient(port), /refused/)
})
