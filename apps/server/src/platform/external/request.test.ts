import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { requestWithin } from './request.ts'

test('LOW-12: however many calls one signal ends, they listen to it once, and no longer when they are over', async (t) => {
  let waiting = 0
  const server = createServer((request, response) => {
    if (request.url === '/quick') return void response.end('ok')
    waiting += 1
    if (waiting === 40) server.emit('all')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${portOf(server.address())}`
  const warned: string[] = []
  const hear = ({ name }: Error): void => void warned.push(name)
  process.on('warning', hear)
  t.after(() => process.off('warning', hear))

  const ending = new AbortController()
  const { signal } = ending
  const limits = { timeoutMs: 20_000, answerBytesMax: 100, signal }
  assert.deepEqual(await requestWithin(`${url}/quick`, {}, limits), { status: 200, text: 'ok' })
  assert.equal(getEventListeners(signal, 'abort').length, 0)

  const all = once(server, 'all')
  const calls = Array.from({ length: 40 }, () => requestWithin(`${url}/slow`, {}, limits))
  const ends = Promise.allSettled(calls)
  await all
  assert.equal(getEventListeners(signal, 'abort').length, 1)
  const reason = new Error('the server is stopping')
  ending.abort(reason)
  for (const end of await ends) assert.equal(end.status === 'rejected' && end.reason, reason)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  await assert.rejects(requestWithin(`${url}/quick`, {}, limits), reason)
  assert.deepEqual(warned, [])
})

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
