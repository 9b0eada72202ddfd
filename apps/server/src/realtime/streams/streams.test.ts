/** Server-sent events on a real engine and a real host: the frames of a socket, under the rules of a socket. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { placeOf } from '../../engine/testing/listing.ts'
import { fund } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { type EventStream, openEventStream } from '../testing/event-stream.ts'
import { hello, letIn, openRawClient } from '../testing/raw-client.ts'
import { marketOf, startRealtimeStage } from '../testing/realtime-stage.ts'

const markets = [marketOf(1, 'BTC')]
const buyer = 1_001
const newsBytes = 65_536
/**
 * As much as the operating system buffers for a connection that nobody reads, and far more than the backlog
 * limit.
 */
const newsMax = 1_000

async function listen(
  t: TestContext,
  port: number,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const stream = await openEventStream(port, query, headers)
  t.after(() => stream.answer.destroy())
  return stream
}

const namesOf = (texts: readonly string[]) => texts.map((text) => text.split('"')[1] ?? '')

test('R-20: a stream of a market gets the same texts as a socket that subscribed to it', async (t) => {
  const { realtime, engine, port } = await startRealtimeStage(t, markets)
  await fund(engine, [buyer])
  const socket = await openRawClient(port)
  t.after(() => socket.line.destroy())
  socket.send(hello)
  await until('to be let in', () => socket.heard().includes(letIn))
  socket.send('42["subscribe",{"pair":"BTC_IDR"}]')
  await until('the book of a socket', () => socket.heard().includes('42["buys"'))
  const stream = await listen(t, port, '?pair=BTC_IDR')
  assert.equal(stream.status, 200)
  assert.equal(stream.answer.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(stream.answer.headers['x-accel-buffering'], 'no')
  assert.match(String(stream.answer.headers['cache-control']), /no-transform/)
  await until('a first picture', () => namesOf(stream.events()).includes('histories'))
  assert.deepEqual(namesOf(stream.events()).slice(0, 6), [
    'heartbeat',
    'market_update',
    'buys',
    'sells',
    'histories',
    'market_update',
  ])

  realtime.broadcast('announcements', { no: 1 })
  await engine.submit(placeOf(buyer, 'buy', 165_000_000_000, 10_000), null)
  await until('the order and a pulse', () => {
    const names = namesOf(stream.events())
    return names.filter((name) => name === 'buys').length > 1 && names.includes('pulse')
  })
  realtime.broadcast('announcements', { no: 2 })
  const end = '["announcements",{"no":2}]'
  await until('both ends', () => stream.events().includes(end) && socket.heard().includes(end))
  const from = (texts: readonly string[]) =>
    texts.slice(texts.indexOf('["announcements",{"no":1}]') + 1, texts.indexOf(end))
  const streamed = from(stream.events())
  const heard = socket.heard()
  for (const text of streamed) assert.ok(heard.includes(`42${text}`), text)
  const between = heard.slice(heard.indexOf('["announcements",{"no":1}]'), heard.indexOf(end))
  assert.equal(between.split('42["').length - 1, streamed.length)
})

test('R-20: a stream without a market gets the figures of all, and `only` leaves events out', async (t) => {
  const { realtime, port } = await startRealtimeStage(t, markets)
  const some = await listen(t, port, '?pair=BTC_IDR&only=sells,pulse')
  const none = await listen(t, port)
  await until('two heartbeats', () => {
    return [some, none].every((one) => one.heard().split('["heartbeat"').length > 2)
  })
  realtime.emitBook(1)
  await until('a book', () => namesOf(some.events()).includes('sells'))
  await until('a pulse', () => namesOf(some.events()).includes('pulse'))
  assert.ok(!some.heard().includes('["buys"'))
  assert.ok(!none.heard().includes('["sells"'))
})

test("SRV-83 ATT-108: a user's events reach only that user's streams, and end with the session", async (t) => {
  let isOver = false
  const { realtime, port } = await startRealtimeStage(t, markets, {
    authenticate: async (token) => (token === 'own' && !isOver ? { userId: buyer } : null),
  })
  const own = await listen(t, port, '', { jwt: 'own', 'accept-language': 'id' })
  const guest = await listen(t, port)
  assert.equal((await listen(t, port, '', { jwt: 'dead' })).status, 401)
  await until('the first number', () =>
    own.events().includes('["own_pulse",{"no":0,"first":true}]'),
  )
  assert.equal(realtime.isListening(buyer), true)
  realtime.notifyUser(buyer, 'notif', (language) => ({
    uid: buyer,
    message: language,
    kind: 'order_filled',
  }))
  realtime.broadcast('announcements', {})
  await until('news', () =>
    own.events().includes(`["notif",{"uid":${buyer},"message":"id","kind":"order_filled"},1]`),
  )
  await until('the mark', () => guest.heard().includes('["announcements"'))
  assert.ok(!guest.heard().includes('notif'))
  isOver = true
  await until('the end of the stream', own.isEnded)
  assert.equal(guest.isEnded(), false)
  assert.equal(realtime.isListening(buyer), false)
})

test('LOW-7: streams count with the sockets of their address, and one that ends is free', async (t) => {
  const { port } = await startRealtimeStage(t, markets)
  const from = (address: string) => listen(t, port, '', { 'x-forwarded-for': address })
  const first = await from('192.0.2.7')
  await from('192.0.2.7')
  const socket = await openRawClient(port, { 'x-forwarded-for': '192.0.2.7' })
  t.after(() => socket.line.destroy())
  assert.equal((await from('192.0.2.7')).status, 429)
  assert.equal((await from('192.0.2.8')).status, 200)
  first.answer.destroy()
  await until('its place to be free', async () => (await from('192.0.2.7')).status === 200)
})

test('FLT-24: a stream that nobody reads is cut off, and one that is read misses nothing', async (t) => {
  const { realtime, server, port } = await startRealtimeStage(t, markets)
  const reader = await listen(t, port)
  const slow = await listen(t, port)
  slow.answer.pause()
  const filler = 'x'.repeat(newsBytes)
  let sent = 0
  const connections = promisify(server.getConnections.bind(server))
  assert.equal(await connections(), 2)
  await until('who does not read is cut off', async () => {
    assert.ok(sent < newsMax, `${sent} pieces of news were sent, and nobody was cut off`)
    sent += 1
    realtime.broadcast('announcements', { no: sent, filler })
    return (await connections()) === 1
  })
  await until('the last of it', () => reader.heard().includes(`{"no":${sent},`))
  for (let no = 1; no <= sent; no += 1) assert.ok(reader.heard().includes(`{"no":${no},`), `${no}`)
  assert.equal(reader.isEnded(), false)
})

test('FLT-17: a standby answers 503, maintenance ends streams, and an invalid stream is refused', async (t) => {
  let [isStandby, isClosed] = [false, false]
  const { realtime, port } = await startRealtimeStage(t, markets, {
    isStandby: () => isStandby,
    isClosed: () => isClosed,
  })
  assert.equal((await listen(t, port, '', { accept: 'text/html' })).status, 400)
  assert.equal((await listen(t, port, '?pair=NO_SUCH')).status, 400)
  const head = await fetch(`http://127.0.0.1:${port}/realtime/events`, {
    method: 'HEAD',
    headers: { accept: 'text/event-stream' },
  })
  assert.equal(head.status, 400, 'nothing would end it')
  const foreign = { origin: 'https://elsewhere.example' }
  assert.equal((await listen(t, port, '', foreign)).status, 403)
  isStandby = true
  assert.equal((await listen(t, port)).status, 503)
  isStandby = false
  const stream = await listen(t, port)
  isClosed = true
  realtime.broadcast('announcements', {})
  await until('the end', stream.isEnded)
  assert.ok(!stream.heard().includes('announcements'))
  assert.equal((await listen(t, port)).status, 503)
})
