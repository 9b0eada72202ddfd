import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type FastifyRequest, fastify } from 'fastify'
import { limitBodies, type Pace, takeSlowly } from './slow-bodies.ts'

const pace: Pace = { wholeMs: 2_000, stretchMs: 1_000, stretchBytesMin: 1_000 }
const length = 10_000

/** A host whose body timeouts use a clock that the test advances. */
async function hostAt(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const http = fastify({ forceCloseConnections: true })
  t.after(() => http.close())
  limitBodies(http, pace)
  const coming: FastifyRequest['raw'][] = []
  http.addHook('onRequest', async ({ raw }) => void coming.push(raw))
  http.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  const sizeOf = ({ body }: { readonly body: unknown }) =>
    Buffer.isBuffer(body) ? `got ${body.length}` : 'nothing'
  http.post('/usual', async (request) => sizeOf(request))
  const onRequest = async (request: FastifyRequest) => takeSlowly(request)
  http.post('/large', { onRequest }, async (request) => sizeOf(request))
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(address).port), coming }
}

/** Starts to send a body. */
async function begin(t: TestContext, path: string) {
  const { port, coming } = await hostAt(t)
  const socket = connect(port, '127.0.0.1')
  const form = 'content-type: x/y\r\nconnection: close'
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${form}\r\ncontent-length: ${length}\r\n\r\n`
  socket.write(head)
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => (said += text))
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  while (coming[0] === undefined) await turn()
  const [raw] = coming
  // The host watches the body from the end of the event loop turn in which it arrived.
  await turn()
  let sent = head.length
  return {
    /** The answer before the connection ended. */
    ended,
    isCut: () => raw.destroyed && !raw.complete,
    /** Resolves when the host has these bytes. */
    async send(bytes: number): Promise<void> {
      socket.write(Buffer.alloc(bytes))
      sent += bytes
      while (raw.socket.bytesRead < sent && !raw.destroyed) await turn()
    },
    pass: (ms: number) => t.mock.timers.tick(ms),
  }
}

test('ATT-41: a usual body that arrives in time is accepted', async (t) => {
  const body = await begin(t, '/usual')
  body.pass(pace.wholeMs - 1)
  await body.send(length)
  assert.match(await body.ended, /got 10000$/)
})

test('ATT-41: a usual body that is incomplete after its time is cut off, however steadily it arrives', async (t) => {
  const body = await begin(t, '/usual')
  for (let part = 0; part < 4; part += 1) {
    assert.ok(!body.isCut())
    await body.send(length / 5)
    body.pass(pace.wholeMs / 4)
  }
  assert.ok(body.isCut())
  assert.equal(await body.ended, '')
})

test('DEC-56 ATT-41: a large file takes its time as long as data keep coming', async (t) => {
  const body = await begin(t, '/large')
  for (let sent = 0; sent < length - 1_000; sent += 1_000) {
    await body.send(1_000)
    body.pass(pace.stretchMs)
  }
  await body.send(1_000)
  assert.match(await body.ended, /got 10000$/)
})

test('DEC-56 ATT-41: a large file that arrives too slowly is cut off', async (t) => {
  const body = await begin(t, '/large')
  await body.send(pace.stretchBytesMin)
  body.pass(pace.stretchMs)
  assert.ok(!body.isCut())
  await body.send(pace.stretchBytesMin - 1)
  body.pass(pace.stretchMs)
  assert.ok(body.isCut())
  assert.equal(await body.ended, '')
})
