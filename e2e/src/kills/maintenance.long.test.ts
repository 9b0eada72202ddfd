/** The maintenance switch: set by its command, kept over a restart, and respected by sockets. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { io } from 'socket.io-client'
import { startProcess } from '../harness/children.ts'
import { textAt } from '../harness/http.ts'
import { root } from '../harness/paths.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { openSocket } from '../harness/sockets.ts'
import { until } from '../harness/until.ts'

let postgres: RunningPostgres
let server: RunningServer

before(async () => {
  postgres = await startPostgres('quiet')
  server = await begin()
})

after(async () => {
  await server.stop()
  await postgres.stop()
})

const begin = (port?: number) =>
  startServer({
    databaseUrl: postgres.url,
    environment: { TUKAR_MAKERS: 'off' },
    ...(port === undefined ? {} : { port }),
  })

/** Runs the operator's command and returns its output. */
async function maintenance(...words: readonly string[]): Promise<string> {
  const command = startProcess(
    process.execPath,
    [path.join(root, 'launch/maintenance.mjs'), ...words],
    { env: { ...process.env, DATABASE_URL: postgres.url }, cwd: root },
  )
  await command.ended
  return command.log()
}

async function isClosed(): Promise<boolean> {
  const { status, body } = await server.client.call('GET', '/auth/status')
  assert.equal(status, 200)
  if (body['success'] === 0) assert.equal(body['msg'], 'Server maintenance')
  return body['success'] === 0
}

test('SRV-09 DEC-11: one command closes calls and sockets, a restart keeps it, another command reopens everything', async () => {
  const entered = await server.client.call('POST', '/simulation/enter', { body: {} })
  const token = textAt(entered.body, 'token')
  // Like the socket of a page: it reconnects automatically, however often it is refused.
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token } })
  try {
    await until('the socket is open', () => socket.connected)
    assert.match(await maintenance('on'), /Maintenance is on/)
    await until('the calls are closed', isClosed)
    await until('the socket is closed', () => !socket.connected)
    await assert.rejects(openSocket(server.url, { token }))
    const refused = await server.client.call('GET', '/balances', { token })
    assert.deepEqual([refused.status, refused.body['msg']], [503, 'Server maintenance'])

    const { port } = server
    await server.stop()
    server = await begin(port)
    assert.equal(await isClosed(), true)

    assert.match(await maintenance(), /Maintenance is on/)
    assert.match(await maintenance('off'), /Maintenance is off/)
    await until('the calls are open', async () => !(await isClosed()))
    await until('the socket came back by itself', () => socket.connected, {
      withinMs: 60_000,
    })
    assert.equal((await server.client.call('GET', '/balances', { token })).status, 200)
  } finally {
    socket.close()
  }
})

test('the command accepts on, off or nothing, and says so', async () => {
  assert.match(await maintenance('maybe'), /Usage: npm run maintenance \[-- on\|off/)
})
