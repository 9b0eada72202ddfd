/** The audit log can be searched by operator, action, subject and time, on pages and as a file. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskAudit, DeskRole } from '@tukar/wire'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { ask, deskOn } from '../../testing/desk.ts'
import { record } from './audit.ts'
import { consoleOn, operatorAt } from '../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function recordOf(test: TestContext) {
  const own = await deskOn(test, await cluster.database())
  const { database } = own
  consoleOn(test, own)
  const operator = (name: string, role: DeskRole) => operatorAt(own, name, role)
  const [rani, sari, tia] = [
    await operator('Rani', 'risk'),
    await operator('Sari', 'finance'),
    await operator('Tia', 'support'),
  ]
  const note = (operatorId: number | null, action: string, subject: string, reason = 'so it is') =>
    inTransaction(database, (transaction) =>
      record(transaction, { operatorId, action, subject, reason, after: { units: 5 } }),
    )
  await note(sari.userId, 'payout.approve', 'withdrawal:7')
  await note(sari.userId, 'payout.reject', 'withdrawal:70', '=HYPERLINK("x")')
  await note(rani.userId, 'payout.approve', 'withdrawal:8')
  await note(null, 'change.expire', 'setting:bonus.amount')
  const found = async (query: string) => {
    const { body } = await ask(own, 'GET', `/desk/audit${query}`, { token: rani.token })
    return (body['data'] as DeskAudit).datas.map(({ no }) => no)
  }
  return { ...own, rani, sari, tia, found }
}

test('ATT-102 DEC-130: the audit log is filtered by operator, action, subject and day in Jakarta', async (t) => {
  const { found, sari, rani, http } = await recordOf(t)
  assert.deepEqual(await found(''), [4, 3, 2, 1])
  assert.deepEqual(await found(`?operator=${sari.userId}`), [2, 1])
  assert.deepEqual(await found('?operator=machine'), [4])
  assert.deepEqual(await found('?action=payout.approve'), [3, 1])
  assert.deepEqual(await found('?subject=withdrawal:7'), [1])
  assert.deepEqual(await found('?subject=withdrawal'), [3, 2, 1])
  assert.deepEqual(await found(`?subject=withdrawal&operator=${rani.userId}`), [3])
  const day = (offset: number) =>
    new Date(Date.now() + 7 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual(await found(`?from=${day(-1)}&to=${day(1)}`), [4, 3, 2, 1])
  assert.deepEqual(await found(`?from=${day(2)}`), [])
  assert.deepEqual(await found(`?to=${day(-2)}`), [])
  const { body } = await ask({ http }, 'GET', '/desk/audit', { token: rani.token })
  const { operators, actions } = body['data'] as DeskAudit
  assert.deepEqual(operators, [
    { user_id: rani.userId, name: 'Rani' },
    { user_id: sari.userId, name: 'Sari' },
  ])
  assert.deepEqual(actions, ['change.expire', 'payout.approve', 'payout.reject'])
  for (const query of ['operator=x', 'from=2026-13-01', 'action=A', 'subject=']) {
    const { status } = await ask({ http }, 'GET', `/desk/audit?${query}`, { token: rani.token })
    assert.equal(status, 400, query)
  }
})

test('ATT-33 INV-23: the file has the filtered entries without formulas, and is itself recorded', async (t) => {
  const { http, found, rani, tia } = await recordOf(t)
  const fetched = (token: string, language: string) =>
    http.inject({
      url: '/desk/audit/csv?subject=withdrawal',
      headers: { jwt: token, 'accept-language': language },
    })
  assert.equal((await fetched(tia.token, 'en')).statusCode, 403)
  const { body, headers } = await fetched(rani.token, 'en')
  assert.match(
    String(headers['content-disposition']),
    /filename="tukar-audit-\d{4}-\d\d-\d\d\.csv"/,
  )
  const lines = body.trimEnd().split('\r\n')
  assert.deepEqual(
    lines.map((line) => /^\d+/.exec(line)?.[0]),
    [undefined, '1', '2', '3'],
  )
  assert.match(
    lines[2] ?? '',
    /,Sari,payout\.reject,withdrawal:70,"'=HYPERLINK\(""x""\)",,"\{""units"":5\}",[0-9a-f]{64}$/,
  )
  assert.deepEqual(await found('?action=audit.export'), [5])
})
