/** Sockets of an exchange that closes: in maintenance, or because another server may lead. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { hello, letIn, openRawClient } from './testing/raw-client.ts'
import { marketOf, startRealtimeStage } from './testing/realtime-stage.ts'

/** The product cuts after one second, the library alone after thirty. */
const answerMsMax = 10_000

test('FLT-17 R-20: during maintenance nothing more is sent over sockets, they are cut, and nobody is accepted', async (t) => {
  let isClosed = false
  const { realtime, port } = await startRealtimeStage(t, [marketOf(1, 'BTC')], {
    isClosed: () => isClosed,
  })
  const { line, heard, send } = await openRawClient(port)
  t.after(() => line.destroy())
  send(hello)
  await until('to be let in', () => heard().includes(letIn))
  realtime.broadcast('announcements', { first: true })
  await until('what was told before', () => heard().includes('{"first":true}'))
  isClosed = true
  const ended = once(line, 'close')
  realtime.broadcast('announcements', { second: true })
  await ended
  assert.doesNotMatch(heard(), /"second"/)
  await assert.rejects(openRawClient(port), /refused/)
})

test('FLT-17: at the end a client that does not answer the close frame is cut, so that the exchange stops without it', async (t) => {
  const { realtime, port } = await startRealtimeStage(t, [marketOf(1, 'BTC')])
  const { line } = await openRawClient(port)
  t.after(() => line.destroy())
  const ended = once(line, 'close', { signal: AbortSignal.timeout(answerMsMax) })
  await realtime.close()
  await ended
})
