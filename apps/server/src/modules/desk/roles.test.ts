/** Two admins give and revoke roles: one proposes, another one confirms (INV-22, ATT-101). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskRole } from '@tukar/wire'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import {
  type TestAnswer,
  ask,
  type Desk as TestDesk,
  deskOn,
  type Person,
  personAt,
  suspend,
} from '../../testing/desk.ts'
import { watchChain } from './chain-watch.ts'
import { createDesk } from './desk.ts'
import { provenRoles } from './role-proofs.ts'
import { registerDeskRoutes } from './routes.ts'
import { operatorAt } from '../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** Three admins, a person without a role, and their actions. */
async function admins(test: TestContext) {
  const databaseUrl = await cluster.database()
  const own = await deskOn(test, databaseUrl)
  const { database, sessions, log, keys } = own
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  const chain = watchChain(database, log)
  test.after(() => chain.stop())
  const nobody = async () => null
  registerDeskRoutes(own.http, { desk, chain, bankAccountOf: nobody, payoutAccountOf: nobody })
  const adminAt = (name: string) => operatorAt(own, name, 'admin')
  const propose = ({ token }: Person, email: string, role: DeskRole, isGiven = true) =>
    ask(own, 'POST', '/desk/operators', {
      token,
      body: { email, role, is_given: isGiven, reason: 'joins the finance team' },
    })
  const decide = ({ token }: Person, id: number, decision = 'confirm') =>
    ask(own, 'POST', `/desk/operators/proposals/${id}/decide`, {
      token,
      body: { decision, reason: 'known to me' },
    })
  const pending = async ({ token }: Person) =>
    (await ask(own, 'GET', '/desk/operators/proposals', { token })).body['data'] as Row[]
  const [ratna, bayu, citra] = [
    await adminAt('Ratna'),
    await adminAt('Bayu'),
    await adminAt('Citra'),
  ]
  const helper = await personAt(own, 'Helper')
  return { ...own, desk, chain, ratna, bayu, citra, helper, propose, decide, pending }
}

type Row = Readonly<Record<string, unknown>>

async function rolesOf(
  { database, keys }: Pick<TestDesk, 'database' | 'keys'>,
  { userId }: Person,
): Promise<readonly DeskRole[]> {
  return (await provenRoles(database, keys, [userId])).get(userId) ?? []
}

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]
const idOf = ({ body }: TestAnswer) => Number((body['data'] as Row)['id'])

test('ROLE-08 INV-22 ATT-101 DEC-130: a role is given when another admin confirms it, and both votes are in the audit log', async (t) => {
  const { ratna, bayu, helper, propose, decide, pending, ...desk } = await admins(t)
  const created = await propose(ratna, helper.email, 'finance')
  assert.deepEqual([created.status, created.body['success']], [200, 1])
  assert.deepEqual(await rolesOf(desk, helper), [])
  assert.deepEqual(codeOf(await decide(ratna, idOf(created))), [403, 'desk.same_operator'])
  // Neither another session nor another name makes a different operator.
  const second = { ...ratna, token: await desk.sessions.open(ratna.userId) }
  await desk.database.query(`update accounts.users set full_name = 'Somebody' where id = $1`, [
    ratna.userId,
  ])
  assert.deepEqual(codeOf(await decide(second, idOf(created))), [403, 'desk.same_operator'])
  assert.deepEqual(codeOf(await decide(helper, idOf(created))), [403, 'desk.forbidden'])
  assert.deepEqual(await rolesOf(desk, helper), [])
  const [own] = await pending(ratna)
  const [theirs] = await pending(bayu)
  assert.deepEqual([own?.['can'], theirs?.['can']], [['decline'], ['confirm', 'decline']])
  assert.equal((await decide(bayu, idOf(created))).status, 200)
  assert.deepEqual(await rolesOf(desk, helper), ['finance'])
  assert.deepEqual(codeOf(await decide(bayu, idOf(created))), [409, 'desk.already_decided'])
  assert.deepEqual(await pending(bayu), [])
  const record = await desk.database.query<Row>(
    `select operator_id, action, after::json->>'roles' as roles from desk.audit_entry
     where action like 'role.%' order by no`,
  )
  assert.deepEqual(record.rows, [
    { operator_id: ratna.userId, action: 'role.propose', roles: null },
    { operator_id: bayu.userId, action: 'role.give', roles: '["finance"]' },
  ])
  assert.equal((await desk.chain.check()).brokenAt, null)
})

test('INV-22: revoking a role needs two admins too, and the person concerned may be the second', async (t) => {
  const { ratna, bayu, propose, decide, database, keys } = await admins(t)
  const created = await propose(ratna, bayu.email, 'admin', false)
  assert.deepEqual(await rolesOf({ database, keys }, bayu), ['admin'])
  assert.deepEqual(codeOf(await decide(bayu, idOf(created), 'decline')), [403, 'desk.own_roles'])
  assert.equal((await decide(bayu, idOf(created))).status, 200)
  assert.deepEqual(await rolesOf({ database, keys }, bayu), [])
})

test('DEC-130 ATT-101: nobody proposes or confirms a role of their own', async (t) => {
  const { ratna, bayu, citra, propose, decide, database, keys } = await admins(t)
  assert.deepEqual(codeOf(await propose(ratna, ratna.email, 'finance')), [403, 'desk.own_roles'])
  const created = await propose(ratna, bayu.email, 'finance')
  assert.deepEqual(codeOf(await decide(bayu, idOf(created))), [403, 'desk.own_roles'])
  assert.equal((await decide(citra, idOf(created))).status, 200)
  assert.deepEqual(await rolesOf({ database, keys }, bayu), ['admin', 'finance'])
})

test('INV-22: an unchanged or already proposed role is not proposed, and a declined proposal changes nothing', async (t) => {
  const { ratna, bayu, helper, propose, decide, database, keys } = await admins(t)
  const unknown = await propose(ratna, 'nobody@people.example', 'risk')
  assert.deepEqual(codeOf(unknown), [404, 'desk.person_unknown'])
  const same = await propose(ratna, helper.email, 'risk', false)
  assert.deepEqual(codeOf(same), [409, 'desk.role_unchanged'])
  const created = await propose(ratna, helper.email, 'risk')
  assert.deepEqual(codeOf(await propose(bayu, helper.email, 'risk')), [
    409,
    'desk.already_proposed',
  ])
  assert.equal((await decide(ratna, idOf(created), 'decline')).status, 200)
  assert.deepEqual(codeOf(await decide(bayu, idOf(created))), [409, 'desk.already_decided'])
  assert.deepEqual(await rolesOf({ database, keys }, helper), [])
  assert.equal((await propose(bayu, helper.email, 'risk')).status, 200)
})

test('INV-22: a proposal expires after a day, and the next one may be made', async (t) => {
  const { ratna, bayu, helper, propose, decide, pending, database, keys } = await admins(t)
  const created = await propose(ratna, helper.email, 'kyc')
  await database.query(
    `update desk.role_proposal set proposed_at = now() - interval '25 hours',
       expires_at = now() - interval '1 second'`,
  )
  assert.deepEqual(await pending(bayu), [])
  assert.deepEqual(codeOf(await decide(bayu, idOf(created))), [409, 'desk.already_decided'])
  assert.equal((await decide(bayu, idOf(await propose(ratna, helper.email, 'kyc')))).status, 200)
  assert.deepEqual(await rolesOf({ database, keys }, helper), ['kyc'])
})

test('INV-22: a proposal is void when its proposer is no longer an admin, or is deleted', async (t) => {
  const { ratna, bayu, citra, helper, propose, decide, database, keys } = await admins(t)
  const created = await propose(ratna, helper.email, 'risk')
  const taken = await propose(bayu, ratna.email, 'admin', false)
  assert.equal((await decide(citra, idOf(taken))).status, 200)
  assert.deepEqual(codeOf(await decide(citra, idOf(created))), [409, 'desk.already_decided'])
  const other = await propose(bayu, helper.email, 'risk')
  await database.query('update accounts.users set deleted_at = now() where id = $1', [bayu.userId])
  const refused = [409, 'desk.proposer_without_role']
  assert.deepEqual(codeOf(await decide(citra, idOf(other))), refused)
  assert.deepEqual(await rolesOf({ database, keys }, helper), [])
})

test('INV-22 ATT-101: a proposal of a suspended admin can only be declined', async (t) => {
  const { ratna, bayu, helper, propose, decide, database, keys } = await admins(t)
  const created = idOf(await propose(ratna, helper.email, 'risk'))
  await suspend(database, keys, ratna.userId)
  assert.deepEqual(codeOf(await decide(bayu, created)), [409, 'desk.proposer_without_role'])
  assert.deepEqual(await rolesOf({ database, keys }, helper), [])
  assert.equal((await decide(bayu, created, 'decline')).status, 200)
})

test('INV-22: twenty concurrent confirmations give a role once', async (t) => {
  const { ratna, bayu, citra, helper, propose, decide, database, keys } = await admins(t)
  const created = idOf(await propose(ratna, helper.email, 'support'))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => decide(at % 2 === 0 ? bayu : citra, created)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const given = await database.query(`select 1 from desk.audit_entry where action = 'role.give'`)
  assert.equal(given.rows.length, 1)
  assert.deepEqual(await rolesOf({ database, keys }, helper), ['support'])
})
