import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

let rig: Rig
let server: ServerProcess

before(async () => {
  rig = await startRig()
  server = await startServerProcess(await rig.database())
})

after(async () => {
  await server.stop()
  await rig.stop()
})

const slowClients = 200
const dripMs = 500
const cutWithinMs = 20_000

type Slow = { readonly socket: Socket; said: string; isOver: boolean }

/** A client that sends one header after the other and never comes to an end. */
function beginSlowly(port: number): Slow {
  const socket = connect(port, '127.0.0.1')
  const slow: Slow = { socket, said: '', isOver: false }
  socket.setEncoding('utf8').on('data', (text: string) => (slow.said += text))
  socket.on('error', () => undefined).on('close', () => (slow.isOver = true))
  socket.write('GET /auth/status HTTP/1.1\r\nhost: tukar\r\n')
  const timer = setInterval(() => {
    if (slow.isOver) clearInterval(timer)
    else socket.write('x-slow: 1\r\n')
  }, dripMs)
  return slow
}

test('ATT-41: requests that never end are cut off, and others are served meanwhile', async () => {
  const slow = Array.from({ length: slowClients }, () => beginSlowly(server.port))
  let slowestMs = 0
  const isCut = async () => {
    const from = performance.now()
    assert.equal((await fetch(`${server.url}/auth/status`)).status, 200)
    slowestMs = Math.max(slowestMs, performance.now() - from)
    return slow.every(({ isOver }) => isOver)
  }
  await until('all slow clients are cut off', isCut, cutWithinMs)
  assert.ok(slowestMs < 5_000, `${slowestMs} ms`)
  for (const { said } of slow) assert.match(said, /^HTTP\/1\.1 408 /)
})
