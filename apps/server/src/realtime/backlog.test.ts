/** Readers that do not read, on real sockets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../engine/testing/until.ts'
import { hello, letIn, openRawClient } from './testing/raw-client.ts'
import { marketOf, startRealtimeStage } from './testing/realtime-stage.ts'

const slowCount = 20
const newsBytes = 65_536
/**
 * As much as the operating system buffers for connections that nobody reads, and far more than the backlog
 * limit.
 */
const newsMax = 1_000

test('FLT-24: a client that does not read is cut off, and one that reads misses nothing', async (t) => {
  const { realtime, server, port } = await startRealtimeStage(t, [marketOf(1, 'BTC')])
  const open = async () => {
    const client = await openRawClient(port)
    t.after(() => client.line.destroy())
    client.send(hello)
    await until('the client is let in', () => client.heard().includes(letIn))
    return client
  }
  const reader = await open()
  const slow = await Promise.all(Array.from({ length: slowCount }, open))
  for (const { line } of slow) line.pause()
  const connections = promisify(server.getConnections.bind(server))
  assert.equal(await connections(), slowCount + 1)
  const filler = 'x'.repeat(newsBytes)
  let sent = 0
  await until('all who do not read are cut off', async () => {
    assert.ok(sent < newsMax, `${sent} pieces of news were sent, and nobody was cut off`)
    sent += 1
    realtime.broadcast('announcements', { no: sent, filler })
    return (await connections()) === 1
  })
  await until('the reader has the last of it', () => reader.heard().includes(`{"no":${sent},`))
  for (let no = 1; no <= sent; no += 1) assert.ok(reader.heard().includes(`{"no":${no},`), `${no}`)
})
