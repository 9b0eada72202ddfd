import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { ask, deskOn, personAt } from '../../../testing/desk.ts'
import { figuresIn } from '../../../testing/verified.ts'
import { registerProfile } from './profile-routes.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

async function setUp(context: Parameters<typeof deskOn>[0]) {
  const databaseUrl = await rig.database()
  const desk = await deskOn(context, databaseUrl)
  registerProfile(desk.http, { ...desk, identityFiguresOf: figuresIn(desk.database) })
  return { desk, citra: await personAt(desk, 'Citra'), dewi: await personAt(desk, 'Dewi') }
}

async function profileOf(desk: Parameters<typeof ask>[0], token: string) {
  const { body } = await ask(desk, 'GET', '/users/mydata', { token })
  const data: unknown = body['data']
  assert.ok(typeof data === 'object' && data !== null)
  return { ...data } as Readonly<Record<string, unknown>>
}

const update = async (desk: Parameters<typeof ask>[0], token: string, body: object) =>
  (await ask(desk, 'POST', '/users/mydata', { token, body })).body

test('SET-03 API-06 SRV-25: the own profile contains no secret and no data of others', async (t) => {
  const { desk, citra } = await setUp(t)
  const profile = await profileOf(desk, citra.token)
  assert.equal(profile['orang_name'], 'Citra')
  assert.equal(profile['orang_email'], citra.email)
  assert.equal(profile['orang_kyc_status'], 'not approve')
  for (const name of Object.keys(profile)) assert.doesNotMatch(name, /password|hash|secret|token/)
  assert.equal((await ask(desk, 'GET', '/users/mydata')).status, 401)
})

test('SET-06 DEC-38 API-07: a nickname of 1 to 50 characters is stored trimmed, with a message', async (t) => {
  const { desk, citra, dewi } = await setUp(t)
  const done = await update(desk, citra.token, { orang_nickname: '  Cici 🦊 ' })
  assert.deepEqual([done['success'], done['msg']], [1, 'Your profile is updated.'])
  assert.equal((await profileOf(desk, citra.token))['orang_nickname'], 'Cici 🦊')
  for (const [orang_nickname, code] of [
    ['', 'profile.nickname'],
    ['   ', 'profile.nickname'],
    ['\u200b', 'profile.nickname'],
    ['x'.repeat(51), 'profile.nickname_long'],
    ['a\nb', 'profile.nickname_letter'],
  ]) {
    const refused = await update(desk, citra.token, { orang_nickname })
    assert.deepEqual([refused['success'], refused['code']], [0, code], orang_nickname)
  }
  assert.equal((await profileOf(desk, citra.token))['orang_nickname'], 'Cici 🦊')
  assert.equal((await profileOf(desk, dewi.token))['orang_nickname'], 'Dewi')
})

test('SRV-26 ATT-03 ATT-28: only the own nickname can be changed', async (t) => {
  const { desk, citra, dewi } = await setUp(t)
  const before = await profileOf(desk, citra.token)
  const done = await update(desk, citra.token, {
    orang_nickname: 'Cici',
    orang_name: 'Somebody Else',
    orang_email: 'somebody@people.example',
    orang_kyc_status: 'approve',
    orang_agreement: 1,
    two_fa_is_active: true,
    orang_id: dewi.userId,
    usid: dewi.userId,
    role: 'operator',
  })
  assert.equal(done['success'], 1)
  assert.deepEqual(await profileOf(desk, citra.token), { ...before, orang_nickname: 'Cici' })
  assert.equal((await profileOf(desk, dewi.token))['orang_nickname'], 'Dewi')
  const found = await desk.database.query<{ role: string }>(
    'select distinct role from accounts.users',
  )
  assert.deepEqual(found.rows, [{ role: 'trader' }])
})

test('ATT-33: markup is an ordinary nickname, and is returned unchanged', async (t) => {
  const { desk, citra } = await setUp(t)
  for (const orang_nickname of ['<img src=x onerror=alert(1)>', '{{7*7}}', '=cmd()']) {
    assert.equal((await update(desk, citra.token, { orang_nickname }))['success'], 1)
    assert.equal((await profileOf(desk, citra.token))['orang_nickname'], orang_nickname)
  }
})

test('ATT-20: a nickname that arrives after the deletion of the account is not stored', async (t) => {
  const { desk, citra } = await setUp(t)
  assert.equal((await profileOf(desk, citra.token))['orang_nickname'], 'Citra')
  // Another server deleted the account: this server still has the session cached.
  await desk.database.query(
    `update accounts.users set nickname = 'Deleted', deleted_at = now() where id = $1`,
    [citra.userId],
  )
  const refused = await update(desk, citra.token, { orang_nickname: 'Cici' })
  assert.equal(refused['code'], 'session.invalid')
  const found = await desk.database.query('select nickname from accounts.users where id = $1', [
    citra.userId,
  ])
  assert.deepEqual(found.rows, [{ nickname: 'Deleted' }])
})

test('LOW-10 R-41: the name of a demo person, whom many people share, cannot be changed', async (t) => {
  const { desk, citra } = await setUp(t)
  await desk.database.query(`update accounts.users set demo_name = 'Sari' where id = $1`, [
    citra.userId,
  ])
  const refused = await update(desk, citra.token, { orang_nickname: 'Somebody' })
  assert.deepEqual([refused['success'], refused['code']], [0, 'profile.demo_person'])
  assert.equal((await profileOf(desk, citra.token))['orang_nickname'], 'Citra')
})
