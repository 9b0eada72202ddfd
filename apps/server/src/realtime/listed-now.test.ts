/** A market that was listed this moment, of which market data know nothing yet, on a real engine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { hello, openRawClient } from './testing/raw-client.ts'
import { marketOf, startRealtimeStage } from './testing/realtime-stage.ts'

test('R-20 FLT-01: heartbeats and pulses continue while a listed market has no figures yet', async (t) => {
  // One more than market data follow.
  const { marketData, port } = await startRealtimeStage(t, [
    marketOf(1, 'BTC'),
    marketOf(99, 'NEW'),
  ])
  assert.deepEqual([marketData.knows(1), marketData.knows(99)], [true, false])
  const { line, heard, send } = await openRawClient(port)
  t.after(() => line.destroy())
  send(hello)
  const count = (name: string) => heard().split(`42["${name}"`).length - 1
  await until('a first heartbeat', () => count('heartbeat') > 0)
  send('421["subscribe",{"pair":"NEW_IDR"}]')
  await until('the answer', () => heard().includes('431[{"success":1'))
  send('42["subscribe",{"pair":"BTC_IDR"}]')
  await until('three heartbeats and a pulse', () => count('heartbeat') > 3 && count('pulse') > 0)
})
