import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { hostileTexts } from '@tukar/i18n/corpus'
import { pino } from 'pino'
import { calls, type DeskRole, deskRoles } from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import {
  type TestAnswer,
  ask,
  type Desk as TestDesk,
  deskOn,
  giveRole,
  personAt,
} from '../../testing/desk.ts'
import { record } from './audit.ts'
import { verifyChain } from './audit-chain.ts'
import { proveUser } from '../accounts/user-proofs.ts'
import { watchChain } from './chain-watch.ts'
import { createDesk } from './desk.ts'
import { registerDeskRoutes } from './routes.ts'

let cluster: TestCluster
let databaseUrl = ''

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const executorEmails = ['other@people.example', 'Boss@People.example']

/** The console's own calls on a new database. */
async function consoleOn(test: TestContext, isSimulation = false) {
  databaseUrl = await cluster.database()
  const own = await deskOn(test, databaseUrl)
  const { database, sessions, log, keys } = own
  const desk = createDesk({ database, sessions, log, keys, isSimulation, executorEmails })
  const chain = watchChain(database, log)
  test.after(() => chain.stop())
  const account = { bankName: 'BCA', holderName: 'Tuti', number: '1234567890', isLocked: true }
  const paidTo = { bankName: 'BNI', holderName: 'Tuti', number: '9876543210' }
  registerDeskRoutes(own.http, {
    desk,
    chain,
    bankAccountOf: async () => account,
    payoutAccountOf: async (_, withdrawalId) => (withdrawalId === 7 ? paidTo : null),
  })
  return { ...own, desk, chain }
}

/** A person with these roles and, by default, a second factor. */
async function operatorAt(
  desk: TestDesk,
  name: string,
  roles: readonly DeskRole[],
  hasFactor = true,
) {
  const person = await personAt(desk, name)
  for (const role of roles) await giveRole(desk.database, person.userId, role)
  if (hasFactor) {
    await desk.database.query(
      `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
      [person.userId],
    )
  }
  return person
}

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']] as const

/** The console's own calls, each with its roles. */
const ownCalls = [
  { call: calls.deskMe, roles: deskRoles },
  { call: calls.deskOverview, roles: deskRoles },
  { call: calls.deskAudit, roles: ['risk', 'admin'] },
  { call: calls.revealPerson, roles: deskRoles },
  { call: calls.deskOperators, roles: ['admin'] },
  { call: calls.changeOperator, roles: ['admin'] },
  { call: calls.deskProposals, roles: ['admin'] },
] as const

test('ATT-99 G-25 DEC-129: each call answers exactly the roles that it names', async (t) => {
  const desk = await consoleOn(t)
  const trader = await personAt(desk, 'Trader')
  const people = await Promise.all(
    deskRoles.map(async (role) => ({ role, ...(await operatorAt(desk, role, [role])) })),
  )
  for (const { call, roles } of ownCalls) {
    const body = call.method === 'POST' ? { body: {} } : {}
    const asked = (token: string) => ask(desk, call.method, call.path, { token, ...body })
    assert.deepEqual(codeOf(await asked('')), [401, 'session.invalid'], call.path)
    assert.deepEqual(codeOf(await asked(trader.token)), [403, 'desk.forbidden'], call.path)
    for (const { role, token } of people) {
      const { status, body: answer } = await asked(token)
      const isTheirs = roles.some((one) => one === role)
      // An empty body is refused only after the check of the role.
      const wanted = isTheirs ? (call.method === 'POST' ? 400 : 200) : 403
      assert.equal(status, wanted, `${call.path} for ${role}: ${JSON.stringify(answer)}`)
    }
  }
})

test('DEC-129: a role without a second factor opens nothing, in a simulation either', async (t) => {
  for (const isSimulation of [false, true]) {
    const desk = await consoleOn(t, isSimulation)
    const { token } = await operatorAt(desk, 'Bare', ['admin'], false)
    const answer = await ask(desk, 'GET', '/desk/me', { token })
    assert.deepEqual(codeOf(answer), [403, 'desk.two_factor'])
    const shared = await operatorAt(desk, 'Shared', ['finance'], false)
    await desk.database.query('update accounts.users set demo_name = $1 where id = $2', [
      'Shared',
      shared.userId,
    ])
    const { status } = await ask(desk, 'GET', '/desk/me', { token: shared.token })
    assert.equal(status, isSimulation ? 200 : 403)
  }
})

test('ROLE-07 DEC-130: the configuration names the first admins, by a confirmed address', async (t) => {
  const desk = await consoleOn(t)
  const boss = await operatorAt(desk, 'Boss', [])
  const me = () => ask(desk, 'GET', '/desk/me', { token: boss.token })
  assert.deepEqual(codeOf(await me()), [403, 'desk.forbidden'])
  await desk.database.query('update accounts.users set email_verified_at = now() where id = $1', [
    boss.userId,
  ])
  await proveUser(desk.database, desk.keys, boss.userId)
  const { body } = await me()
  assert.deepEqual(body['data'], { user_id: boss.userId, name: 'Boss', roles: ['admin'] })
})

test('ATT-33: text of others is returned whole, as JSON that no browser renders as a page', async (t) => {
  const desk = await consoleOn(t)
  const boss = await operatorAt(desk, 'Boss', ['support'])
  // PostgreSQL accepts neither a zero character nor a lone surrogate.
  for (const text of hostileTexts.filter((one) => !/[\p{Cs}\0]/u.test(one))) {
    await desk.database.query('update accounts.users set full_name = $2 where id = $1', [
      boss.userId,
      text,
    ])
    const { status, body, headers } = await ask(desk, 'GET', '/desk/me', { token: boss.token })
    assert.deepEqual(
      [status, body['data'], headers['content-type'], headers['x-content-type-options']],
      [
        200,
        { user_id: boss.userId, name: text, roles: ['support'] },
        'application/json; charset=utf-8',
        'nosniff',
      ],
    )
  }
})

test('ROLE-07 ATT-16: a mailbox that only resembles the named one cannot enter the console', async (t) => {
  const desk = await consoleOn(t)
  const boss = await operatorAt(desk, 'Boss', [])
  const opened = async (email: string) => {
    await desk.database.query(
      'update accounts.users set email = $2, email_verified_at = now() where id = $1',
      [boss.userId, email],
    )
    await proveUser(desk.database, desk.keys, boss.userId)
    return codeOf(await ask(desk, 'GET', '/desk/me', { token: boss.token }))
  }
  // The key of each address is that of boss@people.example.
  for (const email of ['\u{1d41b}oss@people.example', 'bo\u017fs@people.example']) {
    assert.deepEqual(await opened(email), [403, 'desk.forbidden'], email)
  }
  assert.deepEqual(await opened('BOSS@people.EXAMPLE'), [200, ''])
})

test('ATT-104: personal data is shown with a recorded reason, and with a limit', async (t) => {
  const desk = await consoleOn(t)
  const { token } = await operatorAt(desk, 'Curious', ['support', 'risk'])
  const owner = await personAt(desk, 'Owner')
  const show = (reason: string) =>
    ask(desk, 'POST', '/desk/reveal', { token, body: { user_id: owner.userId, reason } })
  assert.equal((await show('   ok  ')).status, 400)
  const { body } = await show('asks by telephone')
  assert.deepEqual(body['data'], {
    user_id: owner.userId,
    name: 'Owner',
    email: owner.email,
    bank: { name: 'BCA', ac_name: 'Tuti', ac_number: '1234567890', data_lock: true },
    payout_bank: null,
  })
  const answers = await Promise.all(Array.from({ length: 35 }, () => show('reads them all')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 29)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 6)
  const notices = await desk.database.query<{ count: number }>(
    `select count(*) from desk.audit_entry where action = 'person.show'`,
  )
  assert.equal(notices.rows[0]?.count, 30)
})

test('ATT-104: watchers are notified of an operator at the limit, including admins of the configuration', async (t) => {
  const desk = await consoleOn(t)
  const curious = await operatorAt(desk, 'Curious', ['support', 'risk'])
  const watcher = await operatorAt(desk, 'Watcher', ['risk'])
  const boss = await operatorAt(desk, 'Boss', [])
  await desk.database.query(`update accounts.users set email_verified_at = now() where id = $1`, [
    boss.userId,
  ])
  // The settings name this address too, but nobody has confirmed it yet.
  await operatorAt(desk, 'Other', [])
  await operatorAt(desk, 'Payer', ['finance'])
  const owner = await personAt(desk, 'Owner')
  const body = { user_id: owner.userId, reason: 'reads them all' }
  for (let shown = 0; shown < 32; shown += 1) {
    await ask(desk, 'POST', '/desk/reveal', { token: curious.token, body })
  }
  const { rows } = await desk.database.query<{ who: number }>(
    `select account_id as who from notifications.notice where kind = 'desk_many_shown' order by 1`,
  )
  assert.deepEqual(
    rows.map(({ who }) => who),
    [watcher.userId, boss.userId],
  )
})

test("ATT-104: next to a withdrawal's bank account the currently saved one is shown", async (t) => {
  const desk = await consoleOn(t)
  const { token } = await operatorAt(desk, 'Payer', ['finance'])
  const owner = await personAt(desk, 'Owner')
  const show = async (withdrawalId: number) => {
    const body = { user_id: owner.userId, reason: 'asks by telephone', withdrawal_id: withdrawalId }
    const answer = await ask(desk, 'POST', '/desk/reveal', { token, body })
    return (answer.body['data'] as { payout_bank: unknown }).payout_bank
  }
  assert.deepEqual(await show(7), { name: 'BNI', ac_name: 'Tuti', ac_number: '9876543210' })
  assert.equal(await show(8), null)
})

test('SRV-08: a visit that is idle for half an hour ends its session, and is recorded', async (t) => {
  const desk = await consoleOn(t)
  const { token, userId } = await operatorAt(desk, 'Away', ['risk'])
  const me = () => ask(desk, 'GET', '/desk/me', { token })
  assert.equal((await me()).status, 200)
  await desk.database.query(`update desk.visit set last_seen_at = now() - interval '29 minutes'`)
  assert.equal((await me()).status, 200)
  await desk.database.query(`update desk.visit set last_seen_at = now() - interval '31 minutes'`)
  assert.deepEqual(codeOf(await me()), [401, 'session.invalid'])
  assert.deepEqual(codeOf(await me()), [401, 'session.invalid'])
  const events = await desk.database.query<{ kind: string }>(
    'select kind from security.event where account_id = $1 order by id',
    [userId],
  )
  assert.deepEqual(
    events.rows.map(({ kind }) => kind),
    ['desk.entered', 'desk.ended'],
  )
})

test('SRV-08: a session of yesterday is too old for the console', async (t) => {
  const desk = await consoleOn(t)
  const { token } = await operatorAt(desk, 'Old', ['risk'])
  await desk.database.query(`update accounts.session set created_at = now() - interval '13 hours'`)
  const answer = await ask(desk, 'GET', '/desk/me', { token })
  assert.deepEqual(codeOf(answer), [401, 'session.invalid'])
})

test('the overview shows its queues, and the gateway and ledger figures of the same money', async (t) => {
  const desk = await consoleOn(t)
  const { token } = await operatorAt(desk, 'Looker', ['support'])
  const oldestAt = new Date('2026-11-21T10:00:00Z')
  const read = async () => ({ count: 2, oldestAt })
  desk.desk.addQueue({ name: 'payouts', read, medianWait: async () => 90 })
  const overview = async () => (await ask(desk, 'GET', '/desk/overview', { token })).body['data']
  const queues = [
    { name: 'operators.proposals', count: 0, oldest_at: null, median_wait_s: null },
    { name: 'changes.waiting', count: 0, oldest_at: null, median_wait_s: null },
    { name: 'payouts', count: 2, oldest_at: '2026-11-21T10:00:00.000Z', median_wait_s: 90 },
  ]
  const unknown = { gateway_balance: null, ledger_balance: null, difference: null, in_flight: null }
  assert.deepEqual(await overview(), { queues, ...unknown })
  desk.desk.setMoney(async () => ({ gatewayBalance: 10_050, ledgerBalance: 20_000, inFlight: 0 }))
  assert.deepEqual(await overview(), {
    queues,
    gateway_balance: '100.50',
    ledger_balance: '200.00',
    difference: '-99.50',
    in_flight: '0.00',
  })
})

test('INV-23: an entry exists exactly if its action does', async (t) => {
  const desk = await consoleOn(t)
  const entry = { operatorId: 1, action: 'test.done', subject: 'test:1', reason: 'because' }
  const failing = inTransaction(desk.database, async (transaction) => {
    await record(transaction, entry)
    throw new Error('taken back')
  })
  await assert.rejects(failing, /taken back/)
  const many = Array.from({ length: 20 }, (_, at) =>
    inTransaction(desk.database, (transaction) =>
      record(transaction, { ...entry, before: { at }, after: { text: 'é "x"\n' } }),
    ),
  )
  const numbers = await Promise.all(many)
  assert.deepEqual(
    numbers.map(({ no }) => no).toSorted((one, other) => one - other),
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
  const { to, brokenAt } = await desk.chain.check()
  assert.deepEqual([to, brokenAt], [20, null])
})

/**
 * Changes that an attacker with all rights on the database could make, and the first row that reveals each.
 */
const tampering = [
  { sql: `update desk.audit_entry set reason = 'another' where no = 3`, brokenAt: 3 },
  { sql: `update desk.audit_entry set operator_id = 9 where no = 1`, brokenAt: 1 },
  { sql: `update desk.audit_entry set after = '{"a": 1}' where no = 4`, brokenAt: 4 },
  { sql: `update desk.audit_entry set at = at + interval '1 ms' where no = 2`, brokenAt: 2 },
  { sql: `delete from desk.audit_entry where no = 2`, brokenAt: 2 },
  { sql: `delete from desk.audit_entry where no = 5`, brokenAt: 5 },
  {
    sql: `delete from desk.audit_entry where no = 2;
      update desk.audit_entry set no = 2 where no = 3`,
    brokenAt: 2,
  },
  { sql: `update desk.audit_head set hash = decode(repeat('11', 32), 'hex')`, brokenAt: 5 },
] as const

test('ATT-102 INV-23: the audit log refuses changes, and a forced change is found', async (t) => {
  for (const { sql, brokenAt } of tampering) {
    const desk = await consoleOn(t)
    for (let at = 0; at < 5; at++) {
      await inTransaction(desk.database, (transaction) =>
        record(transaction, { operatorId: 1, action: 'a.b', subject: `x:${at}`, reason: 'so' }),
      )
    }
    if (!sql.includes('audit_head')) {
      await assert.rejects(desk.database.query(sql), /only ever added to/)
    }
    assert.equal((await desk.chain.check()).brokenAt, null)
    await desk.database.query('alter table desk.audit_entry disable trigger all')
    await desk.database.query(sql)
    assert.equal((await desk.chain.check()).brokenAt, brokenAt, sql)
  }
})

test('INV-23: the head of the log is a warning, and in a simulation an info line', async (t) => {
  const { database } = await consoleOn(t)
  await inTransaction(database, (transaction) =>
    record(transaction, { operatorId: 1, action: 'a.b', subject: 'x:1', reason: 'so' }),
  )
  const endsIn = async (endLevel?: 'info') => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const chain = watchChain(database, log, endLevel)
    t.after(() => chain.stop())
    const { hash } = await chain.check()
    return lines.filter((line) => line.includes(hash.toString('hex'))).length
  }
  assert.deepEqual([await endsIn(), await endsIn('info')], [1, 0])
})

test('ATT-102: a page verifies added entries alone; a changed old entry is found by the next full verification', async (t) => {
  const { database, log } = await consoleOn(t)
  const chain = watchChain(database, log)
  t.after(() => chain.stop())
  const add = (at: number) =>
    inTransaction(database, (transaction) =>
      record(transaction, { operatorId: 1, action: 'a.b', subject: `x:${at}`, reason: 'so' }),
    )
  for (let at = 0; at < 5; at++) await add(at)
  const whole = await chain.check()
  await add(5)
  const page = await chain.latest()
  assert.deepEqual([page.to, page.brokenAt, page.wholeAtMs], [6, null, whole.atMs])
  await database.query('alter table desk.audit_entry disable trigger all')
  await database.query(`update desk.audit_entry set reason = 'another' where no = 2`)
  assert.equal((await chain.latest()).brokenAt, null, 'it reads no old entry')
  assert.equal((await chain.check()).brokenAt, 2)
  // Reported to everybody from then on, until a full verification succeeds.
  assert.equal((await chain.latest()).brokenAt, 2)
  await database.query(`update desk.audit_entry set reason = 'so' where no = 2`)
  assert.equal((await chain.latest()).brokenAt, null)
  await database.query(`delete from desk.audit_entry where no > 4;
    update desk.audit_head set no = 4, hash = (select hash from desk.audit_entry where no = 4)`)
  // A reader who verified it once knows a later head, at each check.
  const cut = [await chain.check(), await chain.latest(), await chain.check()]
  assert.deepEqual(
    cut.map(({ brokenAt }) => brokenAt),
    [6, 6, 6],
  )
})

test('ATT-102: a change behind the last verified head is found at once', async (t) => {
  const ends = [
    { sql: `update desk.audit_entry set reason = 'another' where no = 6`, brokenAt: 6 },
    { sql: 'delete from desk.audit_entry where no = 6', brokenAt: 6 },
    { sql: `update desk.audit_head set hash = decode(repeat('11', 32), 'hex')`, brokenAt: 6 },
    {
      sql: `delete from desk.audit_entry where no > 4;
        update desk.audit_head set no = 4, hash = (select hash from desk.audit_entry where no = 4)`,
      brokenAt: null,
    },
  ]
  for (const { sql, brokenAt } of ends) {
    const { database } = await consoleOn(t)
    const add = () =>
      inTransaction(database, (transaction) =>
        record(transaction, { operatorId: 1, action: 'a.b', subject: 'x:1', reason: 'so' }),
      )
    for (let at = 0; at < 5; at++) await add()
    const { to: no, hash } = await verifyChain(database)
    await add()
    await database.query('alter table desk.audit_entry disable trigger all')
    await database.query(sql)
    const found = await verifyChain(database, { no, hash })
    // Truncated together with its head, the log alone looks valid: only a known later head reveals it.
    assert.equal(found.brokenAt, brokenAt ?? 5, sql)
  }
})

test('INV-23 ATT-102: the head is logged once, and so is a break', async (t) => {
  const { database, log: silent } = await consoleOn(t)
  const lines: unknown[] = []
  const log = {
    ...silent,
    warn: (line: unknown) => void lines.push(line),
    error: (line: unknown) => void lines.push(line),
  }
  const chain = watchChain(database, log)
  t.after(() => chain.stop())
  const entry = { operatorId: 1, action: 'a.b', subject: 'x:1', reason: 'so' }
  await chain.check()
  assert.deepEqual(lines, [], 'of an empty record there is no end')
  await inTransaction(database, (transaction) => record(transaction, entry))
  const { hash } = await chain.check()
  await chain.check()
  assert.deepEqual(lines, [{ row: 1, hash: hash.toString('hex') }])
  await database.query('alter table desk.audit_entry disable trigger all')
  await database.query(`update desk.audit_entry set reason = 'another'`)
  await chain.check()
  await chain.check()
  assert.deepEqual(lines.slice(1), [{ row: 1 }])
})

test('ATT-102: the audit log cannot be emptied', async (t) => {
  const desk = await consoleOn(t)
  for (const table of ['audit_entry', 'audit_head']) {
    await assert.rejects(desk.database.query(`truncate desk.${table}`), /only ever added to/)
  }
  await assert.rejects(desk.database.query('delete from desk.audit_head'), /only ever added to/)
})
