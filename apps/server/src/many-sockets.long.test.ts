/** The whole server with more connections than its limit, or all of them at once. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { runAudit } from './engine/audit/index.ts'
import { numberOf, type Rig, startRig } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { hello, letIn, openRawClient, type RawClient } from './realtime/testing/raw-client.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { tokenFor } from './testing/signed-in.ts'
import { testEngineSecret } from './platform/secrets/testing/secrets.ts'

let rig: Rig
let databaseUrl: string
let server: ServerProcess
let token: string
let placed = 0

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
  server = await startServerProcess(databaseUrl)
  token = await tokenFor(databaseUrl, 'sari@demo.tukar.example')
})

after(async () => {
  await server.stop()
  await rig.stop()
})

/** Places an order over the connection of this agent; returns whether it was accepted. */
function place(agent: Agent): Promise<boolean> {
  const order = JSON.stringify({
    market_place: 'Limit Buy',
    market_position: '500000000',
    market_amount: '100000.00',
    market_amount_maxbalance_marking: false,
  })
  return new Promise((resolve, reject) => {
    const headers = { jwt: token, 'content-type': 'application/json' }
    const { port } = server
    const asked = request({ agent, port, method: 'POST', path: '/exchange/1', headers })
    asked.once('error', reject)
    asked.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve(text.includes('"success":1')))
    })
    asked.end(order)
  })
}

async function placeSome(agent: Agent, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    assert.ok(await place(agent), 'an order was not taken')
    placed += 1
  }
}

async function assertBooks(): Promise<void> {
  const count = 'select count(*) from exchange.orders'
  await until('the tables', async () => (await numberOf(databaseUrl, count)) >= placed)
  assert.equal(await numberOf(databaseUrl, count), placed)
  const lines: string[] = []
  assert.equal(
    await runAudit(databaseUrl, (line) => lines.push(line), { secret: testEngineSecret }),
    true,
    lines.join('\n'),
  )
}

const openFiles = (): number => readdirSync(`/proc/${server.pid}/fd`).length

function residentMb(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024
}

const isHealthy = async (): Promise<boolean> =>
  (await fetch(`${server.url}/healthz`).catch(() => null))?.status === 200

test('FLT-21: at the limit of connections new ones are refused and orders continue; free slots are used again', async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  await placeSome(agent, 1)
  const usual = /Max open files\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/limits`, 'utf8'))
  const limit = openFiles() + 40
  const setLimit = (files: number | string): void => {
    execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${files}:`])
  }
  setLimit(limit)
  const crowd: { readonly socket: Socket; isOver: boolean }[] = []
  t.after(() => crowd.forEach(({ socket }) => socket.destroy()))
  for (let i = 0; i < 200; i += 1) {
    const one = { socket: connect(server.port, '127.0.0.1'), isOver: false }
    one.socket.on('error', () => undefined).on('close', () => (one.isOver = true))
    crowd.push(one)
  }
  await until('there is no room', () => openFiles() >= limit - 1)
  await placeSome(agent, 20)
  for (const { socket } of crowd) socket.destroy()
  await until('new ones are taken in again', isHealthy)
  setLimit(usual?.[1] ?? limit)
  await placeSome(agent, 3)
  await assertBooks()
})

const clientsCount = 300
const subscribe = '42["subscribe",{"pair":"BTC_IDR"}]'

/** A page's client: it connects, and subscribes to a market. */
async function openClient(): Promise<RawClient> {
  const client = await openRawClient(server.port)
  const askOnce = (): void => {
    if (!client.heard().includes(letIn)) return
    client.line.off('data', askOnce)
    client.send(subscribe)
  }
  client.line.on('data', askOnce)
  client.send(hello)
  return client
}

const hasPicture = ({ heard }: RawClient): boolean =>
  heard().includes('["sells"') && heard().includes('["buys"')

test(`FLT-25: ${clientsCount} clients that reconnect at once, repeatedly, all get the book; orders continue, and no memory leaks`, async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  await placeSome(agent, 1)
  await until('the line stands alone', isHealthy)
  const files = openFiles()
  const resident: number[] = []
  for (let storm = 0; storm < 4; storm += 1) {
    const coming = Promise.all(Array.from({ length: clientsCount }, openClient))
    await placeSome(agent, 5)
    const clients = await coming
    await until('everybody has the book', () => clients.every(hasPicture))
    await placeSome(agent, 5)
    for (const { line } of clients) line.destroy()
    await until('they are gone', () => openFiles() < files + clientsCount / 10)
    resident.push(residentMb())
  }
  // Memory that the first storm allocated is reused by the later ones.
  const grown = (resident.at(-1) ?? 0) - (resident[0] ?? 0)
  assert.ok(grown < 100, `${resident.map(Math.round).join(', ')} MB`)
  await assertBooks()
})
