import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeskPeople, DeskPersonActivity, DeskPersonDetail } from '@tukar/wire'
import { deskRoles } from '@tukar/wire'
import { creditOf, placeOf } from '../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../engine/testing/rig.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { personAt, shortly } from '../../testing/desk.ts'
import { operatorOf, type PeopleDesk, peopleDeskOn, outcomeOf } from './testing/people-desk.ts'

let rig: Rig
let desk: PeopleDesk
const lasting = shortly()

before(async () => {
  rig = await startRig()
  desk = await peopleDeskOn(lasting, rig)
})

after(async () => {
  await lasting.end()
  await rig.stop()
})

test('ATT-99: all roles read, others do not, and notes are for those who act', async () => {
  const owner = await personAt(desk, 'Owner')
  const path = `/desk/people/${owner.userId}`
  for (const call of ['GET /desk/people', `GET ${path}`, `GET ${path}/activity`]) {
    assert.equal((await outcomeOf(desk, call, owner)).status, 403, call)
  }
  for (const role of deskRoles) {
    const operator = await operatorOf(desk, role, role)
    for (const call of ['GET /desk/people', `GET ${path}`, `GET ${path}/activity`]) {
      assert.equal((await outcomeOf(desk, call, operator)).status, 200, `${call} for ${role}`)
    }
    const noted = await outcomeOf(desk, `POST ${path}/notes`, operator, { text: 'Called us today' })
    assert.equal(noted.status, ['support', 'risk', 'admin'].includes(role) ? 200 : 403, role)
  }
})

test('ATT-104: users are found by address, id or start of the name: masked, recorded and limited', async () => {
  const finder = await operatorOf(desk, 'Finder', 'support')
  const owner = await personAt(desk, 'Ownerman')
  const find = (query: string) => outcomeOf(desk, 'POST /desk/people/find', finder, { query })
  const masked = {
    user_id: owner.userId,
    name: 'O••••',
    email: 'o••••@people.example',
    kyc: 'none',
    suspended: false,
  }
  for (const query of [` ${owner.email.toUpperCase()}`, String(owner.userId), 'ownERm']) {
    assert.deepEqual((await find(query)).data, [masked], query)
  }
  for (const query of ['ownerman@people.exampl', 'nobody', '999999', 'o%m', '___']) {
    const { status, code } = await find(query)
    assert.deepEqual([status, code], [404, 'desk.person_unknown'], query)
  }
  assert.equal((await find('ow')).code, 'desk.prefix_short')
  const stored = await desk.database.query<{ subject: string; reason: string }>(
    `select subject, reason from desk.audit_entry where action = 'person.find' order by no limit 4`,
  )
  assert.deepEqual(stored.rows, [
    { subject: `user:${owner.userId}`, reason: 'o••••@people.example' },
    { subject: `user:${owner.userId}`, reason: String(owner.userId) },
    { subject: `user:${owner.userId}`, reason: 'o••••' },
    { subject: 'user:none', reason: 'o••••@people.exampl' },
  ])
  const answers = await Promise.all(Array.from({ length: 60 }, () => find(owner.email)))
  assert.equal(answers.filter(({ code }) => code === 'desk.too_many_looks').length, 9)
})

test('ATT-104: opening many users is limited; each is recorded once an hour', async () => {
  const reader = await operatorOf(desk, 'Reader', 'support')
  const people = await Promise.all(
    Array.from({ length: 61 }, (_, index) => personAt(desk, `Someone${index}`)),
  )
  const open = (userId: number) => outcomeOf(desk, `GET /desk/people/${userId}`, reader)
  const codes: unknown[] = []
  // A page makes several calls for a user at once, which count as one access.
  for (const { userId } of people) {
    const [first, second] = await Promise.all([open(userId), open(userId)])
    assert.equal(first.code, second.code)
    codes.push(first.code)
  }
  assert.deepEqual(codes.slice(59), ['', 'desk.too_many_looks'])
  // Repeated reads of an opened user are not counted.
  assert.equal((await open(people[0]?.userId ?? 0)).status, 200)
  const stored = await desk.database.query<{ count: number }>(
    `select count(*) as count from desk.audit_entry
     where action = 'person.open' and operator_id = $1`,
    [reader.userId],
  )
  assert.deepEqual(stored.rows, [{ count: 60 }])
})

test('ATT-103 ATT-104: lists and details are masked, and hostile text stays text', async () => {
  const { database, engine } = desk
  const support = await operatorOf(desk, 'Helper', 'support')
  const owner = await personAt(desk, 'Hostile')
  const hostile = '<img src=x onerror=alert(1)> Secretname'
  await database.query('update accounts.users set full_name = $2 where id = $1', [
    owner.userId,
    hostile,
  ])
  await database.query(
    `update accounts.session set client_address = '203.0.113.77', device = 'Firefox on Linux'
     where user_id = $1`,
    [owner.userId],
  )
  const commands = [
    creditOf(owner.userId, 1, 1_000_000_000_000),
    creditOf(owner.userId, 2, 100_000_000),
    placeOf(owner.userId, 'sell', 165_000_000_000, 100_000),
  ]
  for (const command of commands) {
    const { status } = await engine.submit(command, freshId(owner.userId, command))
    assert.equal(status, 'accepted')
  }
  await tablesFollow(engine, owner.userId)
  const path = `/desk/people/${owner.userId}`
  await outcomeOf(desk, `POST ${path}/notes`, support, { text: '<script>alert(2)</script>' })

  const list = await outcomeOf(desk, 'GET /desk/people?state=new&kyc=none', support)
  assert.doesNotMatch(list.text, /Secretname|img src|people\.example/)
  const { datas } = list.data as DeskPeople
  assert.ok(datas.some((row) => row.user_id === owner.userId))
  assert.deepEqual((await outcomeOf(desk, 'GET /desk/people?state=suspended', support)).data, {
    datas: [],
    total: 0,
    page: 1,
    rows: 50,
  })

  const opened = await outcomeOf(desk, `GET ${path}`, support)
  assert.doesNotMatch(opened.text, /Secretname|hostile@people|203\.0\.113\.77/)
  const detail = opened.data as DeskPersonDetail
  assert.equal(detail.person.email, 'h••••@people.example')
  assert.equal(detail.sessions[0]?.address, '203.0.113.•')
  assert.deepEqual(
    detail.balances.map(({ currency, available, held, value }) => [
      currency,
      available,
      held,
      value,
    ]),
    [
      ['IDR', '10000000000.00', '0.00', '10000000000'],
      ['BTC', '0.99900000', '0.00100000', '1650000000'],
    ],
  )
  assert.equal(detail.value, '11650000000')
  assert.deepEqual(
    detail.notes.map(({ operator, text }) => [operator, text]),
    [['Helper', '<script>alert(2)</script>']],
  )
  const { data } = await outcomeOf(desk, `GET ${path}/activity`, support)
  const { orders, orders_total: open } = data as DeskPersonActivity
  assert.deepEqual([open, orders[0]?.side, orders[0]?.remaining], [1, 'sell', '0.00100000'])
  await assert.rejects(database.query('delete from people.note'), /only ever added/)
})
