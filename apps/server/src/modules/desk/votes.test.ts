/** An attacker with write access to the database cannot forge operators' votes (INV-22, ATT-97). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskRole } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { uuidAt } from '../../engine/testing/rig.ts'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { ask, deskOn, giveRole, type Person, personAt, testPass } from '../../testing/desk.ts'
import { proveUser } from '../accounts/user-proofs.ts'
import { auditDesk } from './audit-run.ts'
import { same } from './changes/words.ts'
import { createDesk } from './desk.ts'
import { provenRoles, sealEarlierRoles } from './role-proofs.ts'
import { checkVotes } from './vote-checks.ts'
import { type Ballot, castVote, provenVoters } from './votes.ts'
import { consoleOn } from '../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** A console with two admins, an attacker without a role, and a dial that two operators turn. */
async function consoleOf(t: TestContext) {
  const databaseUrl = await cluster.database()
  const own = await deskOn(t, databaseUrl)
  const { database, keys } = own
  const desk = consoleOn(t, own)
  const turns: number[] = []
  desk.changes.register({
    kind: 'dial.turn',
    roles: ['admin'],
    input: z.strictObject({ to: z.number() }),
    async preview({ to }) {
      const lines = [{ text: same('Dial'), before: same('0'), after: same(String(to)) }]
      const changed = { before: { value: 0 }, after: { value: to }, isSecondNeeded: to > 9 }
      return { subject: 'dial:1', title: same('Turn'), lines, warnings: [], ...changed }
    },
    async apply({ to }) {
      if (!turns.includes(to)) turns.push(to)
    },
  })
  const personOf = async (name: string, role?: DeskRole): Promise<Person> => {
    const person = await personAt(own, name)
    if (role !== undefined) await giveRole(database, person.userId, role)
    await database.query('update accounts.users set demo_name = $1 where id = $2', [
      name,
      person.userId,
    ])
    return person
  }
  return {
    ...own,
    desk,
    turns,
    ratna: await personOf('Ratna', 'admin'),
    bayu: await personOf('Bayu', 'admin'),
    thief: await personOf('Thief'),
    /** The faults that `npm run audit` reports. */
    async wrong(): Promise<readonly string[]> {
      const lines: string[] = []
      const isRight = await auditDesk(databaseUrl, keys, (line) => lines.push(line))
      assert.equal(isRight, !lines.some((line) => line.startsWith('WRONG')))
      return isRight ? [] : lines.filter((line) => !line.startsWith('ok'))
    },
    /** As an attacker with all rights on the database does. */
    async tamper(sql: string): Promise<void> {
      await database.query('alter table desk.vote disable trigger all')
      await database.query(sql)
    },
  }
}

type Console = Awaited<ReturnType<typeof consoleOf>>

const ballot: Ballot = { kind: 'withdrawal', subjectId: 7, decision: 'approve', shown: ['Rp 1'] }

function vote(on: Console, { userId: operatorId }: Person, of: Ballot = ballot) {
  const entry = {
    operatorId,
    action: 'payout.approve',
    subject: 'withdrawal:7',
    reason: '',
  } as const
  return inTransaction(on.database, (transaction) =>
    castVote(transaction, on.keys, { ...of, entry }, testPass),
  )
}

/** The changes to the votes of Ratna (entry 1, about withdrawal 7) and Bayu (entry 2, about withdrawal 8). */
const tamperings = [
  {
    name: 'a vote that was inserted',
    sql: `insert into desk.audit_entry select 3, at, $thief, action, subject, reason, before, after, hash
       from desk.audit_entry where no = 1;
     insert into desk.vote select 3, kind, subject_id, decision, $thief, shown_hash, mac
       from desk.vote where entry_no = 1`,
    stays: ['ratna'],
  },
  {
    name: 'a vote without an entry',
    sql: `insert into desk.vote select 3, kind, subject_id, decision, operator_id, shown_hash, mac
       from desk.vote where entry_no = 1; delete from desk.vote where entry_no = 1`,
    stays: [],
  },
  { name: 'another voter', sql: 'update desk.vote set operator_id = $thief', stays: [] },
  {
    name: 'a changed decision',
    sql: `update desk.vote set decision = 'reject' where entry_no = 1;
      update desk.vote set decision = 'approve', subject_id = 7 where entry_no = 2`,
    stays: [],
  },
  {
    name: 'the vote of another subject',
    sql: 'update desk.vote set subject_id = 7 where entry_no = 2',
    stays: ['ratna'],
  },
  {
    name: 'a vote about something else that was shown',
    sql: `update desk.vote set shown_hash = (select shown_hash from desk.vote where entry_no = 1),
      subject_id = 7 where entry_no = 2`,
    stays: ['ratna'],
  },
  {
    name: 'a vote whose entry was deleted',
    sql: 'delete from desk.audit_entry where no = 1',
    stays: [],
  },
  {
    name: 'a vote whose entry was changed',
    sql: `update desk.audit_entry set reason = 'another' where no = 1`,
    stays: [],
  },
] as const

test('H-2 INV-22 INV-23: a vote counts exactly as it was cast, and the audit finds any other', async (t) => {
  const on = await consoleOf(t)
  await vote(on, on.ratna)
  await vote(on, on.bayu, { ...ballot, subjectId: 8, shown: ['Rp 2'] })
  assert.deepEqual(await on.wrong(), [])
  for (const { name, sql, stays } of tamperings) {
    const tampered = inTransaction(on.database, async (transaction) => {
      for (const table of ['audit_entry', 'vote']) {
        await transaction.query(`alter table desk.${table} disable trigger all`)
      }
      await transaction.query(sql.replaceAll('$thief', String(on.thief.userId)))
      const voters = await provenVoters(transaction, on.keys, ballot)
      const findings = await checkVotes(transaction, on.keys)
      throw new Undone(voters, findings.flatMap(({ wrong }) => wrong).length)
    })
    const undone: unknown = await tampered.catch((error: unknown) => error)
    assert.ok(undone instanceof Undone, `${name}: ${String(undone)}`)
    const right = stays.map((who) => on[who].userId)
    assert.deepEqual(undone.voters, right, name)
    assert.notEqual(undone.wrongCount, 0, name)
  }
})

/** Rolls a transaction back. */
class Undone extends Error {
  readonly voters: readonly number[]
  readonly wrongCount: number

  constructor(voters: readonly number[], wrongCount: number) {
    super('undone')
    this.voters = voters
    this.wrongCount = wrongCount
  }
}

test('H-2 INV-22: a vote about one content does not count for another', async (t) => {
  const on = await consoleOf(t)
  await vote(on, on.ratna)
  const other = { ...ballot, shown: ['Rp 1,000,000'] }
  assert.deepEqual(await provenVoters(on.database, on.keys, other), [])
  await vote(on, on.ratna)
  assert.deepEqual(await provenVoters(on.database, on.keys, ballot), [on.ratna.userId], 'once each')
})

test('H-2 INV-23: an audit entry without its vote is found', async (t) => {
  const on = await consoleOf(t)
  await vote(on, on.ratna)
  await on.tamper('delete from desk.vote')
  assert.match(
    (await on.wrong()).join('\n'),
    /Entry 1 \(payout.approve, withdrawal:7\) has no vote/,
  )
})

test('H-2 ATT-97: an inserted, revoked or copied role has no effect', async (t) => {
  const on = await consoleOf(t)
  const { database, keys, ratna, bayu, thief } = on
  const enters = async ({ token }: Person) =>
    (await ask(on, 'GET', '/desk/operators', { token })).status === 200
  assert.deepEqual([await enters(ratna), await enters(thief)], [true, false])
  await database.query(`insert into desk.operator_role (user_id, role) values ($1, 'admin')`, [
    thief.userId,
  ])
  assert.equal(await enters(thief), false)
  assert.match(
    (await on.wrong()).join('\n'),
    new RegExp(`role admin of account ${thief.userId} has`),
  )
  await database.query(
    `update desk.operator_role set (since_no, mac) =
       (select since_no, mac from desk.operator_role where user_id = $1) where user_id = $2`,
    [ratna.userId, thief.userId],
  )
  assert.equal(await enters(thief), false)
  await sealEarlierRoles(database, keys)
  await sealEarlierRoles(database, keys)
  assert.equal(await enters(thief), false, 'what has a proof that does not fit gets no other')

  const rows = await database.query('select * from desk.operator_role where user_id = $1', [
    bayu.userId,
  ])
  const stored = rows.rows[0] as { readonly since_no: number; readonly mac: Buffer }
  const created = await ask(on, 'POST', '/desk/operators', {
    token: ratna.token,
    body: { email: bayu.email, role: 'admin', is_given: false, reason: 'leaves the team' },
  })
  const { id } = created.body['data'] as { readonly id: number }
  const body = { decision: 'confirm', reason: 'I leave' }
  const decided = await ask(on, 'POST', `/desk/operators/proposals/${id}/decide`, {
    token: bayu.token,
    body,
  })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  await database.query(
    `insert into desk.operator_role (user_id, role, since_no, mac) values ($1, 'admin', $2, $3)`,
    [bayu.userId, stored.since_no, stored.mac],
  )
  assert.equal(await enters(bayu), false, 'the record says that it was taken')
})

test('H-2 INV-22: roles from before there were proofs are proven once, by the audit log', async (t) => {
  const on = await consoleOf(t)
  const { database, keys, ratna, thief } = on
  await database.query('update desk.operator_role set since_no = null, mac = null')
  assert.equal((await provenRoles(database, keys, [ratna.userId])).size, 0)
  await sealEarlierRoles(database, keys)
  assert.deepEqual((await provenRoles(database, keys, [ratna.userId])).get(ratna.userId), ['admin'])
  const entries = await database.query<{ after: { readonly roles: readonly string[] } }>(
    `select after from desk.audit_entry where action = 'role.seal'`,
  )
  assert.equal(entries.rows[0]?.after.roles.length, 2)
  await database.query(`insert into desk.operator_role (user_id, role) values ($1, 'admin')`, [
    thief.userId,
  ])
  await sealEarlierRoles(database, keys)
  assert.equal((await provenRoles(database, keys, [thief.userId])).size, 0)
})

test('H-2 ROLE-07 ATT-97: a configured address gives power only to the account that entered with it first', async (t) => {
  const on = await consoleOf(t)
  const { database, keys, ratna, thief } = on
  const other = createDesk({ ...on, isSimulation: true, executorEmails: [ratna.email] })
  await database.query('delete from desk.operator_role')
  await database.query('update accounts.users set email_verified_at = now()')
  await proveUser(database, keys, ratna.userId)
  const rolesOf = ({ userId }: Person) => other.rolesNow(database, userId)
  const admit = ({ token }: Person) =>
    other.admit({ headers: { jwt: token }, ip: '192.0.2.1' } as unknown as FastifyRequest)
  assert.deepEqual((await admit(ratna)).roles, ['admin'])
  assert.deepEqual((await admit(ratna)).roles, ['admin'])
  assert.deepEqual(await rolesOf(ratna), ['admin'])
  await database.query(
    `update accounts.users set email = 'gone@people.example', email_key = 'gone@people.example'
     where id = $1`,
    [ratna.userId],
  )
  await database.query('update accounts.users set email = $2, email_key = $2 where id = $1', [
    thief.userId,
    ratna.email,
  ])
  await assert.rejects(admit(thief), { code: 'desk.forbidden' })
  assert.deepEqual(await rolesOf(thief), [])
  const named = await database.query(`select from desk.audit_entry where action = 'role.named'`)
  assert.equal(named.rows.length, 1)
})

test('H-2 INV-22: a forged role proposal cannot be confirmed', async (t) => {
  const on = await consoleOf(t)
  const { database, ratna, bayu, thief } = on
  await database.query(
    `insert into desk.role_proposal (user_id, role, is_given, reason, proposed_by, expires_at)
     values ($1, 'finance', true, 'joins', $2, now() + interval '1 day')`,
    [thief.userId, ratna.userId],
  )
  const body = { decision: 'confirm', reason: 'known to me' }
  const path = '/desk/operators/proposals/1/decide'
  const decided = await ask(on, 'POST', path, { token: bayu.token, body })
  assert.deepEqual([decided.status, decided.body['code']], [409, 'desk.vote_unproven'])
  assert.equal((await provenRoles(database, on.keys, [thief.userId])).size, 0)
})

/** Changes that an attacker inserts: to 7 without, and to 70 with a second operator. */
const forgedChanges = [
  { to: 7, isSecond: false, status: 'applying', decided: null },
  { to: 70, isSecond: true, status: 'applying', decided: 'bayu' },
] as const

test('H-2 INV-22 ATT-97: a change that only rows claim as confirmed is not applied, and ends', async (t) => {
  for (const { to, isSecond, status, decided } of forgedChanges) {
    const on = await consoleOf(t)
    const { database, desk, ratna } = on
    await putChange(on, { to, isSecond, status, by: ratna, decidedBy: decided && on[decided] })
    await desk.changes.finish()
    assert.deepEqual(on.turns, [])
    const found = await database.query<{ status: string; code: string }>(
      `select status, failure->>'code' as code from desk.change`,
    )
    assert.deepEqual(found.rows, [{ status: 'failed', code: 'desk.vote_unproven' }])
    await database.query(`update desk.change set status = 'applied', failure = null`)
    assert.match((await on.wrong()).join('\n'), /Change 1 \(dial.turn\) was applied without/)
  }
})

test('H-2 INV-22: a change without votes for its proposal or content cannot be confirmed', async (t) => {
  const on = await consoleOf(t)
  const { database, http, ratna, bayu } = on
  await putChange(on, { to: 70, isSecond: true, status: 'waiting', by: ratna, decidedBy: null })
  const confirm = (id: number) =>
    ask(on, 'POST', `/desk/changes/${id}/decide`, {
      token: bayu.token,
      body: { decision: 'confirm', reason: 'looked at it' },
    })
  const forged = await confirm(1)
  assert.deepEqual([forged.status, forged.body['code']], [409, 'desk.vote_unproven'])
  const created = await http.inject({
    method: 'POST',
    url: '/desk/changes',
    headers: { jwt: ratna.token, 'idempotency-key': uuidAt(Date.now()) },
    payload: { kind: 'dial.turn', input: { to: 50 }, reason: 'because' },
  })
  assert.equal(created.statusCode, 200, created.body)
  await database.query(
    `update desk.change set input = '{"to":60}', after = '{"value":60}' where id = 2`,
  )
  const changed = await confirm(2)
  assert.deepEqual([changed.status, changed.body['code']], [409, 'desk.vote_unproven'])
  await database.query(
    `update desk.change set input = '{"to":50}', after = '{"value":50}' where id = 2`,
  )
  assert.equal((await confirm(2)).status, 200)
  assert.deepEqual(on.turns, [50])
  assert.equal(
    (await on.wrong()).at(-1),
    '      Change 1 (dial.turn) is waiting, but no vote proves its proposal.',
  )
  await database.query('delete from desk.change where id = 1')
  assert.deepEqual(await on.wrong(), [])
})

type Put = {
  readonly to: number
  readonly isSecond: boolean
  readonly status: string
  readonly by: Person
  readonly decidedBy: Person | null
}

async function putChange({ database }: Console, put: Put): Promise<void> {
  await database.query(
    `insert into desk.change (kind, input, subject, shown, before, after, reason, needs_second,
       request_id, proposed_by, expires_at, status, decided_by)
     values ('dial.turn', $1, 'dial:1', '{"title":{"en":"","id":""},"lines":[],"warnings":[]}',
       '{"value":0}', $2, 'put here', $3, gen_random_uuid(), $4, now() + interval '1 day', $5, $6)`,
    [
      JSON.stringify({ to: put.to }),
      JSON.stringify({ value: put.to }),
      put.isSecond,
      put.by.userId,
      put.status,
      put.decidedBy?.userId ?? null,
    ],
  )
}
