import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { openRawClient } from './testing/raw-client.ts'
import { marketOf, realtimeDesk } from './testing/realtime-desk.ts'

test('LOW-7: a client address has a bounded number of sockets, others have their own, and one that ends is free', async (t) => {
  const { port } = await realtimeDesk(t, [marketOf(1, 'BTC')])
  const open = async (address: string) => {
    const client = await openRawClient(port, { 'x-forwarded-for': address })
    t.after(() => client.line.destroy())
    return client
  }
  const [first] = [await open('192.0.2.7'), await open('192.0.2.7'), await open('192.0.2.7')]
  await assert.rejects(open('192.0.2.7'), /refused: 400/)
  // Who names another address before the proxy does is still counted by what the proxy saw.
  await assert.rejects(open('198.51.100.1, 192.0.2.7'), /refused: 400/)
  await open('192.0.2.8')
  // One IPv6 client holds a whole network.
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
