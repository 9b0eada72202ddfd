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

/** A client that sends one header after the other, or nothing more, and never finishes. */
function beginSlowly(port: number, then: 'drips' | 'waits' = 'drips'): Slow {
  const socket = connect(port, '127.0.0.1')
  const slow: Slow = { socket, said: '', isOver: false }
  socket.setEncoding('utf8').on('data', (text: string) => (slow.said += text))
  socket.on('error', () => undefined).on('close', () => (slow.isOver = true))
  socket.write('GET /auth/status HTTP/1.1\r\nhost: tukar\r\n')
  if (then === 'waits') return slow
  const timer = setInterval(() => {
    if (slow.isOver) clearInterval(timer)
    else socket.write('x-slow: 1\r\n')
  }, dripMs)
  return slow
}

test('ATT-41: endless requests are cut off, and others are served meanwhile', async () => {
  const quiet = beginSlowly(server.port, 'waits')
  const slow = [quiet, ...Array.from({ length: slowClients }, () => beginSlowly(server.port))]
  let servedMeanwhile = 0
  const isCut = async () => {
    assert.equal((await fetch(`${server.url}/auth/status`)).status, 200)
    if (slow.every(({ isOver }) => isOver)) return true
    servedMeanwhile += 1
    return false
  }
  await until('all slow clients are cut off', isCut, cutWithinMs)
  assert.ok(servedMeanwhile > 0, 'others waited for them')
  assert.match(quiet.said, /^HTTP\/1\.1 408 /)
  // A client that writes to a closed connection may lose the answer.
  for (const { said } of slow) assert.match(said, /^(?:HTTP\/1\.1 408 |$)/)
})
