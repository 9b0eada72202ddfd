/** What is proven once, and what is reported about changed rows (M-4, H-1). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setPersonLimit } from './modules/wallets/index.ts'
import { temporaryCluster, type TestCluster } from './platform/database/testing/cluster.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { deskOn, personAt, suspend } from './testing/desk.ts'
import { noteUnproven } from './modules/accounts/index.ts'
import { checkUsers } from './modules/accounts/user-proofs.ts'
import { auditRows } from './wire-audited.ts'
import { reportUnproven, wireSeals } from './wire-seals.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test("M-4 H-1: old rows are proven once, an attacker's later ones never, and each is reported once", async (t) => {
  const databaseUrl = await cluster.database()
  const { database, keys, log, ...desk } = await deskOn(t, databaseUrl)
  const person = (name: string) => personAt({ ...desk, database, keys, log }, name)
  const dewi = await person('Dewi')
  const raw = async (name: string) => {
    const created = await database.query<{ id: number }>(
      `insert into accounts.users (full_name, nickname, email, email_key)
       values ($1, $1, $1, $1) returning id`,
      [name],
    )
    return created.rows[0]?.id ?? 0
  }
  const old = await raw('old@b.test')
  const limitRow = (userId: number) =>
    database.query(
      `insert into wallets.person_limit (user_id, currency_id, daily, change_id) values ($1, 1, 5, 1)`,
      [userId],
    )
  await limitRow(old)
  await database.query(
    `insert into wallets.chain_cursor (chain, genesis_hash, paused)
     values ('bitcoin', '0', 'deep_reorganization'), ('bnb', '0', 'node_silent')`,
  )
  const transactionRow = (no: number) =>
    database.query(
      `insert into wallets.chain_transaction (chain, purpose, no, request, fee_max)
       values ('bitcoin', 'consolidation', $1, '', 1)`,
      [no],
    )
  await transactionRow(1)
  await wireSeals(database, keys)
  assert.deepEqual((await checkUsers(database, keys)).unproven, [])
  const audit = async () => {
    const lines: string[] = []
    const isRight = await auditRows(databaseUrl, keys, (line) => lines.push(line))
    return { isRight, text: lines.join('\n') }
  }
  assert.equal((await audit()).isRight, true)

  const thief = await raw('thief@b.test')
  await limitRow(thief)
  await transactionRow(2)
  const pause = (chain: string, paused: string | null) =>
    database.query('update wallets.chain_cursor set paused = $2 where chain = $1', [chain, paused])
  await pause('bitcoin', null)
  await pause('bnb', 'final_reversed')
  await wireSeals(database, keys)
  const proven = await database.query<{ no: number }>(
    'select no from wallets.chain_transaction where proof is not null',
  )
  assert.deepEqual(proven.rows, [{ no: 1 }])
  assert.deepEqual((await checkUsers(database, keys)).unproven, [thief])
  await inTransaction(database, (it) =>
    setPersonLimit(it, keys, { userId: dewi.userId, currencyId: 1, daily: 7, changeId: 2 }),
  )
  await database.query('update wallets.person_limit set daily = 70 where user_id = $1', [
    dewi.userId,
  ])
  await noteUnproven(database, thief)
  const operator = await raw('operator@b.test')
  await database.query(`insert into desk.operator_role (user_id, role) values ($1, 'admin')`, [
    operator,
  ])
  for (const _ of [1, 2]) await reportUnproven(database, keys, log)
  const told = await database.query<{ told: string }>(
    `select action || ' ' || subject as told from desk.audit_entry
     where action like '%unproven' order by no`,
  )
  assert.deepEqual(
    told.rows.map((row) => row.told).toSorted(),
    [
      `account.unproven user:${thief}`,
      `row.unproven user:${dewi.userId}`,
      `row.unproven user:${thief}`,
      `row.unproven user:${operator}`,
      'row.unproven chain:bitcoin',
      'row.unproven chain:bnb',
    ].toSorted(),
  )
  const found = await audit()
  assert.equal(found.isRight, false)
  assert.match(found.text, new RegExp(`person_limit ${dewi.userId} does not match its last proof`))
  // The limit is right again, and its row names another change.
  await database.query(
    'update wallets.person_limit set daily = 7, change_id = 9 where user_id = $1',
    [dewi.userId],
  )
  const named = new RegExp(`person_limit ${dewi.userId} does not match its last proof`)
  assert.match((await audit()).text, named)
  await database.query('update wallets.person_limit set change_id = 2 where user_id = $1', [
    dewi.userId,
  ])
  assert.doesNotMatch((await audit()).text, named)
  for (const chain of ['bitcoin', 'bnb']) {
    assert.match(found.text, new RegExp(`chain_halt ${chain} does not match its last proof`))
  }
})

test('H-1 ATT-59: a suspension that was ended or inserted in the database is reported, and its row repaired', async (t) => {
  const databaseUrl = await cluster.database()
  const desk = await deskOn(t, databaseUrl)
  const { database, keys, log } = desk
  const [dewi, citra, eka] = [
    await personAt(desk, 'Dewi'),
    await personAt(desk, 'Citra'),
    await personAt(desk, 'Eka'),
  ]
  const add = 'insert into accounts.suspension (user_id, change_id) values ($1, $2)'
  await database.query(add, [eka.userId, 3])
  await wireSeals(database, keys)
  await suspend(database, keys, dewi.userId)
  await database.query('update accounts.suspension set ended_at = now(), ended_by = 9')
  await database.query(add, [citra.userId, 4])
  await wireSeals(database, keys)
  assert.equal(await auditRows(databaseUrl, keys, () => {}), false)
  await reportUnproven(database, keys, log)
  const told = await database.query<{ subject: string }>(
    `select subject from desk.audit_entry where action = 'row.unproven' order by subject`,
  )
  const people = [dewi, citra, eka].map(({ userId }) => `user:${userId}`)
  assert.deepEqual(new Set(told.rows.map(({ subject }) => subject)), new Set(people))
  const shown = await database.query<{ id: number }>(
    'select user_id as id from accounts.suspension where ended_at is null order by id',
  )
  assert.deepEqual(
    shown.rows.map(({ id }) => id),
    [dewi.userId, eka.userId],
  )
  assert.equal(await auditRows(databaseUrl, keys, () => {}), true)
})
