import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command } from '@tukar/core'
import { placeOf } from '../../engine/testing/listing.ts'
import { engineFor, freshId, fund, type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import type { Engine } from '../../engine/index.ts'
import { type FaultyProxy, startFaultyProxy } from '../../platform/database/testing/faulty-proxy.ts'
import { ask, type Desk, deskOn, type Person, personAt } from '../../testing/desk.ts'
import { createListing } from '../markets/index.ts'
import {
  announce,
  notify,
  registerNotificationRoutes,
  startNotifier,
  sweepNotices,
} from './index.ts'
import type { NotifierOptions } from './notifier.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Set = Desk & {
  readonly engine: Engine
  readonly sentEvents: SentEvent[]
  readonly people: Person[]
}
type SentEvent = { readonly userId: number; readonly event: string; readonly payload: object }

/** A rig with an engine, notifications and two users, who both have an open page. */
async function setUp(
  context: TestContext,
  over: (databaseUrl: string) => Promise<Partial<NotifierOptions>> = async () => ({}),
): Promise<Set> {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl)
  const desk = await deskOn(context, databaseUrl)
  const people = [await personAt(desk, 'Citra'), await personAt(desk, 'Dewi')]
  const listing = await createListing(engine, desk.database, desk.keys)
  const scaleOf = (marketId: number) => listing.market(marketId)?.scale
  registerNotificationRoutes(desk.http, { ...desk, engine, guard: desk.sessions, scaleOf })
  const sentEvents: SentEvent[] = []
  const stop = startNotifier({
    ...desk,
    engine,
    scaleOf,
    isListening: (userId) => people.some((person) => person.userId === userId),
    send: (userId, event, payloadIn) =>
      sentEvents.push({ userId, event, payload: payloadIn('en') }),
    ...(await over(databaseUrl)),
  })
  context.after(stop)
  return { ...desk, engine, sentEvents, people }
}

function person({ people }: Set, at: number): Person {
  const found = people[at]
  assert.ok(found !== undefined)
  return found
}

async function noticesOf(set: Set, token: string, query = '', language: 'en' | 'id' = 'en') {
  const { status, body } = await ask(set, 'GET', `/notifs${query}`, { token, language })
  assert.equal(status, 200)
  return body['data'] as {
    readonly total: number
    readonly datas: readonly {
      readonly id: number
      readonly notif_text: string
      readonly read_tf: boolean
      readonly created_at: string
    }[]
  }
}

async function inTransaction(
  { database }: Set,
  end: 'commit' | 'rollback',
  accountId: number,
): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await notify(client, {
      accountId,
      kind: 'sign_in_new_device',
      params: { device: 'Firefox', address: '192.0.2.7' },
    })
    await client.query(end)
  } finally {
    client.release()
  }
}

const unread = '?page=1&rows=1&sort=id&order=desc&filter_rules='.concat(
  encodeURIComponent('[{"field":"read_tf","op":"equal","value":false}]'),
)

test("NOTIF-02 NOTIF-05 DATA-08 API-66 GEN-14: the list has the user's notices, newest first", async (t) => {
  const set = await setUp(t)
  const { userId, token } = person(set, 0)
  await inTransaction(set, 'commit', userId)
  await inTransaction(set, 'commit', userId)
  const { total, datas } = await noticesOf(set, token, unread)
  assert.equal(total, 2)
  assert.equal(datas.length, 1)
  const [newest] = datas
  assert.match(newest?.notif_text ?? '', /new device: Firefox, 192\.0\.2\.7/)
  assert.equal(newest?.read_tf, false)
  assert.match(newest?.created_at ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const [indonesian] = (await noticesOf(set, token, unread, 'id')).datas
  assert.match(indonesian?.notif_text ?? '', /perangkat baru: Firefox/)
  assert.equal((await ask(set, 'GET', '/notifs')).status, 401)
})

test("NOTIF-03 DEC-127 SRV-84 ATT-27: clear-all marks the user's rows read, and nobody else’s", async (t) => {
  const set = await setUp(t)
  const [mine, other] = [person(set, 0), person(set, 1)]
  for (const { userId } of [mine, mine, other]) await inTransaction(set, 'commit', userId)
  const cleared = await ask(set, 'POST', '/notifs/clear-all', { token: mine.token, body: {} })
  assert.equal(cleared.body['success'], 1)
  assert.equal((await noticesOf(set, mine.token, unread)).total, 0)
  const stored = await noticesOf(set, mine.token)
  assert.deepEqual(
    stored.datas.map(({ read_tf }) => read_tf),
    [true, true],
  )
  assert.equal((await noticesOf(set, other.token, unread)).total, 1)
  assert.equal((await ask(set, 'POST', '/notifs/clear-all', { body: {} })).status, 401)
})

test('ATT-23 ATT-25 SRV-05: the list can be sorted and filtered by its own fields alone', async (t) => {
  const set = await setUp(t)
  const { token } = person(set, 0)
  const filters = [
    '[{"field":"account_id","op":"equal","value":1}]',
    '[{"field":"read_tf","op":"equal","value":"maybe"}]',
    '{',
  ].map((rules) => `filter_rules=${encodeURIComponent(rules)}`)
  for (const query of ['sort=params', 'order=desc;drop', ...filters]) {
    const { status } = await ask(set, 'GET', `/notifs?${query}`, { token })
    assert.equal(status, 400, query)
  }
})

test('NOTIF-04 RT-05 DEC-124: a notice reaches its user when it is committed', async (t) => {
  const set = await setUp(t)
  const { userId } = person(set, 0)
  // The channel may still be opening: notices are repeated until the first arrives.
  await until('the channel is open', async () => {
    await inTransaction(set, 'commit', userId)
    return set.sentEvents.length > 0
  })
  await inTransaction(set, 'rollback', userId)
  await notify(set.database, { accountId: userId, kind: 'two_factor_on', params: {} })
  await until('the last arrived', () =>
    set.sentEvents.some(({ payload }) => isOf(payload, 'two_factor_on')),
  )
  const { datas, total } = await noticesOf(set, person(set, 0).token)
  assert.ok(set.sentEvents.length <= total)
  assert.ok(set.sentEvents.every((one) => one.userId === userId && one.event === 'notif'))
  assert.deepEqual(set.sentEvents.at(-1)?.payload, {
    uid: userId,
    message: datas[0]?.notif_text,
    kind: 'two_factor_on',
  })
})

test('FLT-08 FLT-22: if the connection for notices falls silent, they arrive on another one', async (t) => {
  const lines: FaultyProxy[] = []
  const set = await setUp(t, async (databaseUrl) => {
    const line = await startFaultyProxy(databaseUrl)
    lines.push(line)
    t.after(() => line.stop())
    return { databaseUrl: line.url, connection: { pingMs: 50, answerMs: 500 } }
  })
  const { userId } = person(set, 0)
  const isNotified = () => set.sentEvents.some(({ event }) => event === 'notif')
  const untilNotified = (what: string) =>
    until(what, async () => {
      // A notice that nobody listens to is in the list alone.
      await inTransaction(set, 'commit', userId)
      return isNotified()
    })
  await untilNotified('a notice')
  for (const line of lines) {
    line.fallSilent()
    line.mend()
  }
  set.sentEvents.length = 0
  await untilNotified('a notice on another line')
})

test('SRV-41: a notice of a rejection names its reason, in the language of its reader', async (t) => {
  const set = await setUp(t)
  const { userId, token } = person(set, 0)
  const params = { reason: 'unreadable', piece: 'document' } as const
  await notify(set.database, { accountId: userId, kind: 'kyc_rejected', params })
  const english = await noticesOf(set, token)
  const indonesian = await noticesOf(set, token, '', 'id')
  assert.match(english.datas[0]?.notif_text ?? '', /: The document could not be read\. Please/)
  assert.match(indonesian.datas[0]?.notif_text ?? '', /: Dokumen tidak dapat dibaca\. Mohon/)
})

test('RT-03 RT-04 DEC-63 DEC-64: a user event reaches its owner alone, when it is committed', async (t) => {
  const set = await setUp(t)
  const { userId } = person(set, 0)
  const event = { userId, event: 'kyc_status', message: 'review needed' } as const
  await until('the channel is open', async () => {
    await announce(set.database, event)
    return set.sentEvents.length > 0
  })
  assert.deepEqual(set.sentEvents[0], {
    userId,
    event: 'kyc_status',
    payload: { uid: userId, message: 'review needed' },
  })
  const client = await set.database.connect()
  await client.query('begin')
  await announce(client, { ...event, message: 'rejected' })
  await client.query('rollback')
  client.release()
  // Nobody listens to this event; other payloads on the channel are ignored.
  await announce(set.database, { ...event, userId: userId + 1_000 })
  await set.database.query(`select pg_notify('tukar_own_event', 'x:kyc_status:verified')`)
  await set.database.query(`select pg_notify('tukar_own_event', $1)`, [`${userId}:ubal:0`])
  await announce(set.database, { userId, event: 'kyc_tutup_popup', message: '' })
  const isClosed = (one: SentEvent) => one.event === 'kyc_tutup_popup'
  await until('the last arrived', () => set.sentEvents.some(isClosed))
  assert.deepEqual(set.sentEvents.at(-1)?.payload, { uid: userId })
  assert.ok(set.sentEvents.slice(0, -1).every(({ payload }) => isReview(payload)))
})

function isReview(payload: object): boolean {
  return 'message' in payload && payload.message === 'review needed'
}

function isOf(payload: object, kind: string): boolean {
  return 'kind' in payload && payload.kind === kind
}

test('DEC-126 R-63 SRV-54: both owners are notified of a filled order, once, and the canceling user of a canceled one', async (t) => {
  const set = await setUp(t)
  const { engine } = set
  const [maker, taker] = [person(set, 0), person(set, 1)]
  await fund(engine, [maker.userId, taker.userId])
  const submit = (accountId: number, command: Command) =>
    engine.submit(command, freshId(accountId, command))
  const order = (accountId: number, side: 'buy' | 'sell', quantity: number) =>
    submit(accountId, placeOf(accountId, side, 165_000_000_000, quantity))
  await order(maker.userId, 'sell', 200_000)
  await order(taker.userId, 'buy', 200_000)
  await order(maker.userId, 'sell', 300_000)
  await order(taker.userId, 'buy', 100_000)
  await submit(maker.userId, { kind: 'cancel_all', accountId: maker.userId, marketId: null })

  const texts = async (token: string) =>
    (await noticesOf(set, token)).datas.map(({ notif_text }) => notif_text)
  const [canceled, filled, ...none] = await texts(maker.token)
  assert.equal(
    canceled,
    'Your order to sell in BTC/IDR at 1.650.000.000 IDR was canceled; 0,002 BTC of it was not filled.',
  )
  assert.equal(filled, 'Your order to sell in BTC/IDR at 1.650.000.000 IDR is filled.')
  assert.deepEqual(none, [])
  assert.equal((await texts(taker.token)).length, 2)
  await until('both are notified at once', () => set.sentEvents.length === 4)
  const makerEvents = set.sentEvents.filter(({ userId }) => userId === maker.userId)
  assert.deepEqual(
    makerEvents.map(({ payload }) => payload),
    [
      { uid: maker.userId, message: filled, kind: 'order_filled' },
      { uid: maker.userId, message: canceled, kind: 'order_canceled' },
    ],
  )
})

test('NOTIF-02 NOTIF-03 DEC-127: order ends and other notices are in one list, and are marked read together', async (t) => {
  const set = await setUp(t)
  const { engine } = set
  const { userId, token } = person(set, 0)
  await fund(engine, [userId])
  const submit = (command: Command) => engine.submit(command, freshId(userId, command))
  const cancelFive = async () => {
    for (let at = 0; at < 5; at++) await submit(placeOf(userId, 'sell', 165_000_000_000, 200_000))
    await submit({ kind: 'cancel_all', accountId: userId, marketId: null })
  }
  await inTransaction(set, 'commit', userId)
  await cancelFive()
  await inTransaction(set, 'commit', userId)
  const { total, datas } = await noticesOf(set, token)
  assert.equal(total, 7)
  assert.match(datas[0]?.notif_text ?? '', /new device/)
  assert.match(datas[1]?.notif_text ?? '', /canceled/)
  const ids = datas.map(({ id }) => id)
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => other - one),
  )
  assert.ok(ids.every((id) => Number.isSafeInteger(id)))

  await ask(set, 'POST', '/notifs/clear-all', { token, body: {} })
  assert.equal((await noticesOf(set, token, unread)).total, 0)
  await cancelFive()
  assert.equal((await noticesOf(set, token, unread)).total, 5)
  assert.equal((await noticesOf(set, token)).total, 12)
})

test('INV-27: with too many notices an account keeps the newest', async (t) => {
  const set = await setUp(t)
  const { userId, token } = person(set, 0)
  const other = person(set, 1)
  await set.database.query(
    `insert into notifications.notice (account_id, kind, params)
     select $1, 'two_factor_on', '{}' from generate_series(1, 1200)`,
    [userId],
  )
  await set.database.query(
    `insert into notifications.notice (account_id, kind, params, created_at)
     values ($1, 'two_factor_on', '{}', now() - interval '91 days'), ($1, 'two_factor_off', '{}', now())`,
    [other.userId],
  )
  const [newest] = (await noticesOf(set, token)).datas
  await sweepNotices(set.database)
  const left = await noticesOf(set, token)
  assert.equal(left.total, 1_000)
  assert.equal(left.datas[0]?.id, newest?.id)
  const { datas } = await noticesOf(set, other.token)
  assert.equal(datas.length, 1)
  assert.match(datas[0]?.notif_text ?? '', /turned off/)
})
