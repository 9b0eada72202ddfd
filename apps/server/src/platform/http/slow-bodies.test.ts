import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { fastify } from 'fastify'
import { limitBodies, type Pace, takeSlowly } from './slow-bodies.ts'

/** A stretch that a busy machine may be away for without any byte missing in it. */
const pace: Pace = { wholeMs: 2_000, stretchMs: 4_000, stretchBytesMin: 1_000 }
const dripMs = 50
const length = 60_000
/** Many times what has to come in a stretch, and the whole takes longer than a usual body may. */
const steadyBytes = 300

async function hostAt(t: TestContext): Promise<number> {
  const http = fastify()
  t.after(() => http.close())
  limitBodies(http, pace)
  http.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  const sizeOf = ({ body }: { readonly body: unknown }) =>
    Buffer.isBuffer(body) ? `got ${body.length}` : 'nothing'
  http.post('/usual', async (request) => sizeOf(request))
  const onRequest = async (request: Parameters<typeof takeSlowly>[0]) => takeSlowly(request)
  http.post('/large', { onRequest }, async (request) => sizeOf(request))
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

type Sent = { readonly said: string; readonly tookMs: number }

/** Sends a body of so many bytes at a time; what was answered before the connection ended. */
function send(port: number, path: string, bytesAtOnce: number): Promise<Sent> {
  const from = performance.now()
  const socket = connect(port, '127.0.0.1')
  const form = 'content-type: x/y\r\nconnection: close'
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${form}\r\ncontent-length: ${length}\r\n\r\n`)
  let sent = 0
  const timer = setInterval(() => {
    // A timer that comes late has missed some: what is due by now is sent.
    const due = Math.ceil((performance.now() - from) / dripMs) * bytesAtOnce
    const bytes = Math.min(due, length) - sent
    sent += bytes
    if (bytes > 0) socket.write(Buffer.alloc(bytes))
  }, dripMs)
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => (said += text))
  socket.on('error', () => undefined)
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ said, tookMs: performance.now() - from })
    })
  })
}

test('ATT-41: a usual body comes within its time or is cut off, however steadily it comes', async (t) => {
  const port = await hostAt(t)
  assert.match((await send(port, '/usual', length)).said, /got 60000$/)
  assert.equal((await send(port, '/usual', steadyBytes)).said, '')
})

test('DEC-56 ATT-41: a large file takes its time as long as it keeps coming', async (t) => {
  const port = await hostAt(t)
  const { said, tookMs } = await send(port, '/large', steadyBytes)
  assert.match(said, /got 60000$/)
  assert.ok(tookMs > 2 * pace.wholeMs, `${tookMs} ms`)
  const dripped = await send(port, '/large', 10)
  assert.equal(dripped.said, '')
  assert.ok(dripped.tookMs < 10 * pace.stretchMs, `${dripped.tookMs} ms`)
})
