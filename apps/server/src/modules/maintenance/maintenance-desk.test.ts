/** The switch of the console, on the host that it closes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls, file } from '@tukar/wire'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { success } from '../../platform/http/host.ts'
import { registerMaintenance } from '../../platform/http/maintenance.ts'
import { route } from '../../platform/http/route.ts'
import { readMaintenance } from '../../platform/maintenance/switch.ts'
import { ask, deskOn, giveRole, personAt } from '../../testing/desk.ts'
import { registerMaintenanceDesk } from './index.ts'
import { consoleOn } from '../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('SRV-09 MAINT-03 ATT-99: an admin closes the exchange and opens it again from a console that stays open', async (t) => {
  const own = await deskOn(t, await cluster.database())
  const { database, sessions, http } = own
  let isOn = false
  registerMaintenance(http, () => isOn)
  const desk = consoleOn(t, own)
  registerMaintenanceDesk(http, desk)
  for (const call of [calls.signIn, calls.emitBook, calls.status]) {
    const any = { ...call, gives: file } as const
    route(http, sessions, any, async ({ request }) => success(request, {}))
  }
  const admin = await personAt(own, 'Admin')
  await giveRole(database, admin.userId, 'admin')
  await database.query(`update accounts.users set demo_name = 'Admin' where id = $1`, [
    admin.userId,
  ])
  let requests = 0
  const turn = async (wanted: boolean) => {
    requests += 1
    const { body } = await http
      .inject({
        method: 'POST',
        url: '/desk/changes',
        headers: {
          jwt: admin.token,
          'idempotency-key': `01990000-0000-7000-8000-00000000000${requests}`,
        },
        payload: { kind: 'maintenance.set', input: { is_on: wanted }, reason: 'a new release' },
      })
      .then((answer) => ({ body: answer.json<Record<string, unknown>>() }))
    isOn = await readMaintenance(database)
    return [body['success'], body['code']]
  }
  const statusOf = async (method: 'GET' | 'POST', url: string, headers = {}) =>
    (await http.inject({ method, url, headers, ...(method === 'POST' && { payload: {} }) }))
      .statusCode

  assert.deepEqual(await turn(true), [1, ''])
  assert.deepEqual(await turn(true), [0, 'maintenance.unchanged'])
  assert.equal(isOn, true)
  assert.equal(await statusOf('GET', '/obooks/emit/1'), 503)
  assert.equal(await statusOf('GET', '/obooks/emit/1', { 'x-console': '1' }), 503)
  assert.equal(await statusOf('POST', '/auth/signin_post'), 503)
  assert.notEqual(await statusOf('POST', '/auth/signin_post', { 'x-console': '1' }), 503)
  const shown = await ask(own, 'GET', '/desk/maintenance', { token: admin.token })
  assert.equal((shown.body['data'] as Record<string, unknown>)['is_on'], true)
  assert.deepEqual(await turn(false), [1, ''])
  assert.equal(await statusOf('GET', '/obooks/emit/1'), 200)
  const record = await database.query<{ subject: string; after: unknown }>(
    `select distinct subject from desk.audit_entry where action like 'change.%'`,
  )
  assert.ok(record.rows.some(({ subject }) => subject.startsWith('maintenance')))
})
