import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command } from '@tukar/core'
import { placeOf } from '../../engine/testing/listing.ts'
import {
  engineFor,
  freshId,
  fund,
  keptTimeMs,
  type Rig,
  startRig,
} from '../../engine/testing/rig.ts'
import { ask, deskOn, personAt } from '../../testing/desk.ts'
import { openLiveSettings } from '../settings/index.ts'
import { registerBonusRoutes } from './index.ts'
import { periodAt } from './period.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const price = 165_000_000_000

async function setUp(context: TestContext) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(context, databaseUrl, { firstTimeMs: keptTimeMs })
  const desk = await deskOn(context, databaseUrl)
  let nowMs = keptTimeMs
  const live = await openLiveSettings(desk.database, desk.keys)
  const clock = () => nowMs
  registerBonusRoutes(desk.http, { ...desk, engine, guard: desk.sessions, clock, live })
  const people = [await personAt(desk, 'Citra'), await personAt(desk, 'Dewi')] as const
  await fund(
    engine,
    people.map(({ userId }) => userId),
  )
  const submit = async (accountId: number, command: Command) => {
    const outcome = await engine.submit(command, freshId(accountId, command))
    assert.equal(outcome.status, 'accepted', JSON.stringify(outcome))
  }
  return {
    desk,
    people,
    place: (accountId: number, side: 'buy' | 'sell', quantity: number) =>
      submit(accountId, placeOf(accountId, side, price, quantity)),
    count: async (token: string) => {
      const { body } = await ask(desk, 'GET', '/bonus/order-complete', { token })
      return (body['data'] as { readonly count: number }).count
    },
    setClock: (momentMs: number) => {
      nowMs = momentMs
    },
  }
}

test('BONUS-02 API-65 DEC-128: an order counts once it is completely filled, for its owner alone', async (t) => {
  const { people, place, count } = await setUp(t)
  const [citra, dewi] = people
  assert.equal(await count(citra.token), 0)
  await place(citra.userId, 'sell', 300_000)
  assert.equal(await count(citra.token), 0, 'it waits')
  await place(dewi.userId, 'buy', 100_000)
  assert.deepEqual([await count(citra.token), await count(dewi.token)], [0, 1], 'filled in part')
  await place(dewi.userId, 'buy', 200_000)
  assert.deepEqual([await count(citra.token), await count(dewi.token)], [1, 2])
})

test('SRV-85 R-10: trades with oneself do not count', async (t) => {
  const { people, place, count } = await setUp(t)
  const [citra] = people
  await place(citra.userId, 'sell', 100_000)
  await place(citra.userId, 'buy', 100_000)
  assert.equal(await count(citra.token), 0)
})

test('DEC-128: the next month begins at zero', async (t) => {
  const { people, place, count, setClock } = await setUp(t)
  const [citra, dewi] = people
  const { startMs, endMs } = periodAt(keptTimeMs)
  await place(citra.userId, 'sell', 100_000)
  await place(dewi.userId, 'buy', 100_000)
  setClock(endMs - 1)
  assert.equal(await count(citra.token), 1)
  setClock(endMs)
  assert.equal(await count(citra.token), 0)
  setClock(startMs - 1)
  assert.equal(await count(citra.token), 0)
})

test('DEC-128: a period is a calendar month in Jakarta, in any time zone of the machine', () => {
  const isoOf = (moment: string) => {
    const { startMs, endMs } = periodAt(Date.parse(moment))
    return [new Date(startMs).toISOString(), new Date(endMs).toISOString()]
  }
  const november = ['2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z']
  assert.deepEqual(isoOf('2026-11-21T12:00:00Z'), november)
  assert.deepEqual(isoOf('2026-10-31T17:00:00Z'), november, 'its first moment')
  assert.deepEqual(isoOf('2026-11-30T16:59:59.999Z'), november, 'its last moment')
  assert.deepEqual(isoOf('2026-12-31T17:00:00Z'), [
    '2026-12-31T17:00:00.000Z',
    '2027-01-31T17:00:00.000Z',
  ])
})

test('BONUS-02 API-64 CONST-23: the period has start, end, 30 orders and an amount, for signed-in users', async (t) => {
  const { desk, people, setClock } = await setUp(t)
  setClock(Date.parse('2026-11-21T12:00:00Z'))
  const { token } = people[0]
  const { body } = await ask(desk, 'GET', '/bonus/current-period', { token })
  assert.deepEqual(body['data'], {
    start: '2026-10-31T17:00:00.000Z',
    end: '2026-11-30T17:00:00.000Z',
    target: 30,
    amount: '0.00',
    last_month: null,
  })
  for (const path of ['/bonus/current-period', '/bonus/order-complete']) {
    assert.equal((await ask(desk, 'GET', path)).status, 401, path)
  }
})
