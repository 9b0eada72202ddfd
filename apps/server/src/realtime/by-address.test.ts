import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { openRawClient } from './testing/raw-client.ts'
import { marketOf, startRealtimeStage } from './testing/realtime-stage.ts'

test('LOW-7: a client address has a limited number of sockets, others have their own, and an ended one is released', async (t) => {
  const { port } = await startRealtimeStage(t, [marketOf(1, 'BTC')])
  const open = async (address: string) => {
    const client = await openRawClient(port, { 'x-forwarded-for': address })
    t.after(() => client.line.destroy())
    return client
  }
  const [first] = [await open('192.0.2.7'), await open('192.0.2.7'), await open('192.0.2.7')]
  await assert.rejects(open('192.0.2.7'), /refused: 400/)
  // A client that forges X-Forwarded-For is still counted by the address that the proxy saw.
  await assert.rejects(open('198.51.100.1, 192.0.2.7'), /refused: 400/)
  await open('192.0.2.8')
  // One IPv6 client has a whole network.
  for (const end of [1, 2, 3]) await open(`2001:db8::${end}`)
  await assert.rejects(open('2001:db8::4'), /refused: 400/)
  first.line.destroy()
  await until('its place to be free', () =>
    open('192.0.2.7').then(
      () => true,
      () => false,
    ),
  )
})
