/**
 * The whole server with a connection to PostgreSQL that is slow or silent, and with all connections in use.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runAudit } from './engine/audit/index.ts'
import { numberOf, type Rig, startRig, uuidAt } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { pg } from './platform/database/driver.ts'
import { type FaultyProxy, startFaultyProxy } from './platform/database/testing/faulty-proxy.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { tokenFor } from './testing/signed-in.ts'
import { testEngineSecret } from './platform/secrets/testing/secrets.ts'

let rig: Rig
let databaseUrl: string
let line: FaultyProxy
let server: ServerProcess
let token: string
const owner = 'sari@demo.tukar.example'
const operator = 'operator@tukar.example'
/** The timeout of a page, and of the calls here. */
const patienceMs = 15_000
const recoverMs = 120_000

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
  line = await startFaultyProxy(databaseUrl)
  server = await startServerProcess(line.url, { TUKAR_CONTACT_EMAIL: operator })
  token = await tokenFor(databaseUrl, owner)
})

after(async () => {
  await server.stop()
  await line.stop()
  await rig.stop()
})

type Answer = { readonly status: number; readonly success: unknown; readonly code: unknown }

/** Makes one call; rejects if there is no answer within the timeout of a page. */
async function call(path: string, body: object | null = null, id = ''): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      jwt: token,
      'content-type': 'application/json',
      ...(id === '' ? {} : { 'idempotency-key': id }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const { success, code } = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, success, code }
}

const order = {
  market_place: 'Limit Buy',
  market_position: '500000000',
  market_amount: '100000.00',
  market_amount_maxbalance_marking: false,
}
const ids: string[] = []

/** Sends an order under an id; a page repeats it as long as the answer asks for that. */
const place = (id: string): Promise<Answer> => call('/exchange/1', order, id)

function newIds(count: number): readonly string[] {
  const made = Array.from({ length: count }, () => uuidAt(Date.now()))
  ids.push(...made)
  return made
}

async function allPlaced(some: readonly string[]): Promise<void> {
  for (const id of some) {
    await until(`an end of ${id}`, async () => (await place(id)).success === 1, recoverMs)
  }
}

const list = '/obooks/myobook-open?page=1&rows=10&sort=id&order=asc&filter_rules=[]'
const isAnswer = ({ status }: Answer): boolean => status === 200 || status === 503

/** Each id created one order, and every table matches the journal. */
async function assertBooks(): Promise<void> {
  const count = 'select count(*) from exchange.orders'
  await until('the tables', async () => (await numberOf(databaseUrl, count)) >= ids.length)
  assert.equal(await numberOf(databaseUrl, count), ids.length)
  const lines: string[] = []
  assert.equal(
    await runAudit(databaseUrl, (told) => lines.push(told), { secret: testEngineSecret }),
    true,
    lines.join('\n'),
  )
}

/** Whether background work continues: an e-mail is taken from the outbox and sent. */
async function assertMailsGo(): Promise<void> {
  const form = { name: 'Dewi', email: 'dewi@people.example', subject: 'Halo', message: 'Halo' }
  const before = await mailCount()
  await until('a mail is taken', async () => (await call('/users/contact-us', form)).success === 1)
  await until('a mail is sent', async () => (await mailCount()) > before, recoverMs)
}

async function mailCount(): Promise<number> {
  const answer = await fetch(`${server.url}/mailbox/messages?to=${encodeURIComponent(operator)}`)
  const { data } = (await answer.json()) as { data?: readonly unknown[] }
  return data?.length ?? 0
}

test('FLT-08 INV-15: over a slow connection every call is answered, and every order is placed once', async () => {
  await allPlaced(newIds(2))
  for (const ms of [50, 500, 2_000]) {
    line.slow(ms)
    const some = newIds(4)
    const answers = await Promise.all([...some.map(place), call(list), call('/healthz')])
    for (const answer of answers) assert.ok(isAnswer(answer), JSON.stringify(answer))
    line.mend()
    await allPlaced(some)
  }
  await assertBooks()
})

test('FLT-08 INV-15 INV-18: over a silent connection calls end and health answers; after the repair everything works without a restart', async () => {
  await allPlaced(newIds(1))
  line.fallSilent()
  const some = newIds(4)
  const first = await Promise.all([...some.map(place), call(list), call('/healthz')])
  for (const answer of first) assert.ok(isAnswer(answer), JSON.stringify(answer))
  // By now the engine has given up its connections; each call still ends.
  const more = newIds(30)
  const second = await Promise.all([...more.map(place), call(list), call('/healthz')])
  for (const answer of second) assert.equal(answer.status, 503, JSON.stringify(answer))
  line.mend()
  await allPlaced([...some, ...more])
  await until('health', async () => (await call('/healthz')).status === 200, recoverMs)
  await until('the list', async () => (await call(list)).success === 1, recoverMs)
  await assertMailsGo()
  await assertBooks()
})

test('FLT-11 FLT-10: while a lock holds all connections calls are refused and orders continue; everything works once it is released', async () => {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table exchange.orders in access exclusive mode')
  const crowd = Array.from({ length: 40 }, () => call(list))
  const answers = await Promise.all(crowd)
  for (const { status, code } of answers)
    assert.deepEqual({ status, code }, { status: 503, code: 'server.busy' })
  assert.equal((await call('/healthz')).status, 200)
  const some = newIds(2)
  const placed = await Promise.all(some.map(place))
  for (const answer of placed) assert.equal(answer.success, 1, JSON.stringify(answer))
  await holder.query('rollback')
  await holder.end()
  await until('the list', async () => (await call(list)).success === 1, recoverMs)
  await allPlaced(some)
  await assertBooks()
})
