/**
 * FLT-40: a restored database does not know later payouts. The bank does: its account is stored separately
 * here, as in reality.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { houseAccounts } from '@tukar/core'
import { markFileIn } from './engine/index.ts'
import { engineFor, type Rig, startRig } from './engine/testing/rig.ts'
import { tablesFollow } from './engine/testing/tables.ts'
import { until } from './engine/testing/until.ts'
import {
  endHalt,
  isCurrencyHalted,
  listHalts,
  requireNotHalted,
  unprovenHalts,
} from './modules/accounting/halts.ts'
import { runReconciliation } from './modules/accounting/run-reconciliation.ts'
import {
  assignAddress,
  skipLostAddresses,
} from './modules/wallets/chains/addresses/address-store.ts'
import { ledgerOf } from './modules/wallets/rupiah/console/console-store.ts'
import { openChain } from './modules/wallets/chains/tracking/tracker-store.ts'
import {
  askAs,
  balanceOf,
  hasten,
  makeDeposit,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from './modules/wallets/rupiah/testing/rupiah-desk.ts'
import { unitsOf } from './modules/wallets/rupiah/units.ts'
import { markName } from './platform/database/backup-mark.ts'
import { type Database, openDatabase } from './platform/database/pool.ts'
import { createLog } from './platform/logging/log.ts'
import { addProof } from './platform/secrets/row-proofs.ts'
import { testKeys } from './platform/secrets/testing/secrets.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { readMaintenance, setMaintenance } from './platform/maintenance/switch.ts'
import { type TestAnswer, type Person, shortly } from './testing/desk.ts'
import { closeAsRestored, openRestored } from './wire-restored.ts'
import { wireSeals } from './wire-seals.ts'

const bankTables = ['account', 'movement', 'invoice', 'payout'] as const
const deposited = 10_000_000
const railId = 101

let rig: Rig

before(async () => {
  rig = await startRig()
})
after(() => rig.stop())

const idOf = ({ body }: TestAnswer): number => Number((body['data'] as { id: unknown }).id)

/** A user with a deposit over the gateway. */
async function depositor(desk: RupiahDesk, name: string): Promise<Person> {
  const person = await desk.person(name, 0)
  const { depositId, invoiceId } = await makeDeposit(desk, person, deposited)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  await rowIn(desk, 'deposit', depositId, 'credited')
  return person
}

/** The bank's data, which no restore of our database changes. */
async function bankOf(database: Database): Promise<readonly unknown[]> {
  const read = bankTables.map((table) =>
    database.query<{ rows: unknown }>(
      `select coalesce(json_agg(t), '[]') as rows from simulated_bank.${table} t`,
    ),
  )
  return (await Promise.all(read)).map(({ rows }) => rows[0]?.rows)
}

async function putBank(database: Database, kept: readonly unknown[]): Promise<void> {
  for (const [place, table] of bankTables.entries()) {
    await database.query(`delete from simulated_bank.${table}`)
    await database.query(
      `insert into simulated_bank.${table} overriding system value
       select * from json_populate_recordset(null::simulated_bank.${table}, $1)`,
      [JSON.stringify(kept[place])],
    )
  }
  await database.query(
    `select setval(pg_get_serial_sequence('simulated_bank.movement', 'id'), max(id))
     from simulated_bank.movement`,
  )
}

/**
 * The units that a reconciliation finds missing at the gateway, including own income that covers liabilities.
 */
async function lackOf({ database, engine, log, deps }: RupiahDesk): Promise<number> {
  await tablesFollow(engine, railId, houseAccounts.fees)
  const money = async () => {
    const balance = await deps.gateway.balance()
    assert.ok(balance.status === 'done')
    const { owed, inFlight } = await ledgerOf(database, railId, 1)
    return { gatewayBalance: unitsOf(balance.value), ledgerBalance: owed, inFlight }
  }
  const nothing = async () => []
  const { keys } = deps
  const look = { database, engine, keys, log, custody: nothing, money, strayHolds: nothing }
  const { findings, own } = await runReconciliation(look, 'minute')
  const found = findings.find(({ check }) => check === 'gateway')?.samples[0]
  return found === undefined ? 0 : (found.expected ?? 0) - (found.found ?? 0) + own
}

/** As if the worker never processed a withdrawal. */
async function comeToNot(database: Database, rowId: number): Promise<void> {
  await database.query(
    `update wallets.withdrawal set next_look_at = now() + interval '1 hour' where id = $1`,
    [rowId],
  )
}

async function onDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url, createLog('silent'))
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

async function payoutsAt(database: Database): Promise<number> {
  return (await database.query('select from simulated_bank.payout')).rows.length
}

type Stage = {
  readonly dewi: Person
  readonly sari: Person
  readonly budi: Person
  readonly ofSari: number
  readonly ofBudi: number
}

/** Runs work on a separate rig, which ends with it. */
async function onDesk<T>(url: string, work: (desk: RupiahDesk) => Promise<T>): Promise<T> {
  const part = shortly()
  const desk = await rupiahDesk(part, url, {}, true)
  await until('it leads', () => desk.engine.status().state === 'leading')
  try {
    return await work(desk)
  } finally {
    await desk.stop()
    await part.end()
  }
}

/** Two withdrawals, as they are in the moment before they are sent. */
async function beforeBackup(desk: RupiahDesk): Promise<Stage> {
  const [dewi, sari, budi] = [
    await depositor(desk, 'Dewi'),
    await depositor(desk, 'Sari'),
    await depositor(desk, 'Budi'),
  ]
  desk.open.isClosed = true
  const ofSari = idOf(await withdraw(desk, sari, 2_000_000))
  const ofBudi = idOf(await withdraw(desk, budi, 1_000_000))
  await tablesFollow(desk.engine, railId, sari.userId, budi.userId)
  return { dewi, sari, budi, ofSari, ofBudi }
}

/** One of the two is paid, and a later one too; returns the bank's data and the amount of the later one. */
async function afterBackup(desk: RupiahDesk, { dewi, ofSari, ofBudi }: Stage) {
  await rowIn(desk, 'withdrawal', ofSari, 'completed')
  const since = idOf(await withdraw(desk, dewi, 3_000_000))
  const row = await rowIn(desk, 'withdrawal', since, 'completed')
  assert.equal((await rowIn(desk, 'withdrawal', ofBudi, 'held'))['sent_count'], 0)
  assert.equal(await lackOf(desk), 0)
  return {
    bank: await bankOf(desk.database),
    lost: Number(row['net']) + Number(row['provider_fee']),
  }
}

test('FLT-40 INV-13: a payout after the backup is not repeated, the gateway shows the gap, and nobody cancels it meanwhile', async (t) => {
  const live = await rig.database()
  const stage = await onDesk(live, beforeBackup)
  const { dewi, sari, budi, ofSari, ofBudi } = stage
  const backup = await rig.cluster.database(new URL(live).pathname.slice(1))
  await onDatabase(live, (database) => comeToNot(database, ofBudi))
  const { bank, lost } = await onDesk(live, (desk) => afterBackup(desk, stage))
  await onDatabase(backup, async (database) => {
    await putBank(database, bank)
    await closeAsRestored(database, testKeys)
    assert.equal(await readMaintenance(database), true)
    for (const id of [ofSari, ofBudi]) await comeToNot(database, id)
  })

  const desk = await rupiahDesk(t, backup, {}, true)
  const { database } = desk
  await until('it leads', () => desk.engine.status().state === 'leading')
  const refused = await askAs(desk, sari, '/wallets_idr/withdraws')
  assert.equal(refused.status, 401, 'sessions of before the backup have ended')
  // Before the gateway was called, neither can be canceled, whether it was paid or not.
  for (const [person, id] of [
    [sari, ofSari],
    [budi, ofBudi],
  ] as const) {
    const token = await desk.sessions.open(person.userId)
    const late = await askAs(desk, { ...person, token }, '/wallets_idr/withdraw/cancel', { id })
    assert.equal(late.body['code'], 'withdrawal.under_way', JSON.stringify(late.body))
  }
  // The later withdrawal has no row: the gateway lacks the amount, and the user has it twice.
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', ofSari, 'completed')
  assert.equal(await lackOf(desk), lost)
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: unitsOf(deposited), held: 0 })
  assert.equal((await balanceOf(desk, sari.userId)).available, unitsOf(deposited - 2_000_000))
  // A withdrawal unknown to the gateway is sent as usual, and waits until operators resume rupiah.
  await database.query(
    `update wallets.withdrawal set sent_at = sent_at - interval '3 minutes' where id = $1`,
    [ofBudi],
  )
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', ofBudi, 'approved')
  await hasten(desk, 'withdrawal')
  await until('it was looked at once more', async () => {
    const { rows } = await database.query(
      `select from wallets.withdrawal where id = $1
         and (state <> 'approved' or attempts > 0 and taken_until is null and next_look_at > now())`,
      [ofBudi],
    )
    return rows.length === 1
  })
  await rowIn(desk, 'withdrawal', ofBudi, 'approved', 1_000)
  assert.equal(await payoutsAt(database), 2)
  await database.query('update books.currency_halt set ended_at = now() where currency_id = 1')
  await addProof(database, testKeys, { kind: 'halt', subject: '1' }, 'going')
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', ofBudi, 'completed')
  assert.equal(await payoutsAt(database), 3)
})

test('FLT-40 R-30: the first start on a backup closes the exchange once; what operators reopened stays open', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-restored-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await rig.database()
  const engine = await engineFor(t, url)
  await tablesFollow(engine, railId)
  await onDatabase(url, async (database) => {
    const deps = { database, keys: testKeys, log: createLog('silent') }
    const files = { markFile: markFileIn(folder, 'one'), eventsFile: path.join(folder, 'events') }
    writeFileSync(files.eventsFile, '')
    await openRestored(deps, folder, files)
    assert.equal(await readMaintenance(database), false)
    assert.ok(existsSync(files.eventsFile))
    const mark = { begunAt: '2026-11-26T00:00:00.000Z', endedAt: '2026-11-26T00:00:09.000Z' }
    writeFileSync(path.join(folder, markName), JSON.stringify(mark))
    await openChain(database, 'bitcoin', 'block 0')
    await database.query(`insert into wallets.chain_custody values ('bitcoin', 2, 5, 0, now(), 7)`)
    await database.query(
      `insert into wallets.chain_custody_verdict (currency_id, verdict, gap) values (2, 'whole', 0)`,
    )
    await openRestored(deps, folder, files)
    assert.equal(await readMaintenance(database), true)
    // Later security events of the backup are not reported as missing.
    assert.equal(existsSync(files.eventsFile), false)
    // Earlier readings of the chains say nothing about later payouts.
    const judged = await database.query('select verdict from wallets.chain_custody_verdict')
    assert.deepEqual(judged.rows, [{ verdict: 'stale' }])
    assert.deepEqual((await database.query('select from wallets.chain_custody')).rows, [])
    const halted = await listHalts(database)
    assert.deepEqual(
      halted.map(({ currencyId, check }) => [currencyId, check]),
      [
        [1, 'restored'],
        [2, 'restored'],
      ],
    )
    await setMaintenance(database, false)
    await database.query('update books.currency_halt set ended_at = now()')
    await openRestored(deps, folder, files)
    assert.equal(await readMaintenance(database), false)
    assert.deepEqual(await listHalts(database), [])
  })
})

test('FLT-40 SRV-63: an address that was given after the backup is given to nobody else, however often it is restored', async () => {
  await onDatabase(await rig.database(), async (database) => {
    const users = await database.query<{ id: number }>(
      `insert into accounts.users (full_name, nickname, email, email_key)
       select n, n, n, n from unnest(array['a', 'b', 'c']) n returning id`,
    )
    const [first, second, third] = users.rows.map(({ id }) => id)
    const give = (userId = 0) =>
      assignAddress({ database, seals: testKeys }, 'bitcoin', userId, String).then(Number)
    assert.equal(await give(first), 0)
    const nowMs = Date.now()
    await inTransaction(database, (transaction) => skipLostAddresses(transaction, nowMs))
    const skipped = await give(second)
    assert.ok(skipped > 1_000)
    // The same backup again, an hour later: addresses that were given within that hour are skipped too.
    await database.query('delete from wallets.chain_address where index > 0')
    await database.query('delete from wallets.address_floor')
    await inTransaction(database, (transaction) =>
      skipLostAddresses(transaction, nowMs + 3_600_000),
    )
    assert.equal(await give(third), skipped + 3_600)
  })
})

test('FLT-40 H-1: halts of a restore without the secret are proven by the next start with it, whatever their rows say', async (t) => {
  const url = await rig.database()
  const engine = await engineFor(t, url)
  await tablesFollow(engine, railId)
  await onDatabase(url, async (database) => {
    const reading = { database, keys: testKeys }
    const state = async () => ({
      open: (await listHalts(database)).map(({ currencyId }) => currencyId),
      unproven: await unprovenHalts(database, testKeys),
      isHalted: await isCurrencyHalted(reading, 1),
    })
    await closeAsRestored(database, null)
    const { open: all } = await state()
    assert.deepEqual(await state(), { open: all, unproven: all.map(String), isHalted: true })
    await database.query('update books.currency_halt set ended_at = now()')
    await wireSeals(database, testKeys)
    assert.deepEqual(await state(), { open: all, unproven: [], isHalted: true })
    // From now on the halts stay open whatever rows say, and operators end them once.
    await database.query(`update books.currency_halt set check_name = 'gateway', is_restored = false
      where currency_id = 1`)
    assert.deepEqual(await state(), { open: all, unproven: ['1'], isHalted: true })
    await assert.rejects(
      requireNotHalted(reading, { currencyId: 1, symbol: 'IDR' }, 'gateway'),
      /books.currency_stopped/,
    )
    const halt = (await listHalts(database)).find(({ currencyId }) => currencyId === 1)
    assert.ok(halt !== undefined)
    const by = await database.query<{ id: number }>(
      `insert into accounts.users (full_name, nickname, email, email_key)
       values ('Ratna', 'Ratna', 'ratna@b.test', 'ratna@b.test') returning id`,
    )
    const operator = { operatorId: by.rows[0]?.id ?? 0, changeId: 1 }
    await inTransaction(database, (it) => endHalt(it, testKeys, halt, operator))
    await wireSeals(database, testKeys)
    const others = all.filter((id) => id !== 1)
    assert.deepEqual(await state(), { open: others, unproven: [], isHalted: false })
  })
})
