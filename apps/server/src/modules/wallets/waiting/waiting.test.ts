/** Withdrawals that write access to the database makes wait: each becomes due, and has an alarm. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Database, openDatabase } from '../../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../../platform/database/testing/cluster.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { personWithAddress } from '../chains/testing/coins.ts'
import { openChain } from '../chains/tracking/tracker-store.ts'
import { createWithdrawalExecutor, type WithFunding } from '../chains/withdrawals/executor.ts'
import { readChainWithdrawal } from '../chains/withdrawals/withdrawal-store.ts'
import { endFailedPass } from '../machine/end-pass.ts'
import { claimDue, claimRow } from '../machine/row-store.ts'
import { wakePostponed, onceAMinute } from './postponed-rows.ts'
import { overdueAfter, createOverdueWatch } from './overdue.ts'

const epoch = 0
const log = createLog('silent')
const kind = 'chain_withdrawal'
const hourMs = 3_600_000

let cluster: TestCluster
let database: Database
let dewi: number

before(async () => {
  cluster = await temporaryCluster()
  database = openDatabase(await cluster.database(), log)
  await openChain(database, 'bitcoin', 'main-0')
  dewi = await personWithAddress(database, 'dewi')
})

beforeEach(() => database.query('truncate wallets.chain_withdrawal, wallets.withdrawal cascade'))

after(async () => {
  await database.end()
  await cluster.stop()
})

/** A withdrawal with these column values, as SQL. */
async function withdrawal(says: Readonly<Record<string, string>>): Promise<number> {
  const names = Object.keys(says).map((name) => `, ${name}`)
  const values = Object.values(says).map((value) => `, ${value}`)
  const made = await database.query<{ id: number }>(
    `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
       to_address, reference, request_id, request_hash${names.join('')})
     values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'somewhere', gen_random_uuid(), gen_random_uuid(),
       '\\x00'${values.join('')}) returning id`,
    [dewi],
  )
  return made.rows[0]?.id ?? 0
}

/** Inserts the step to `signing` this long ago. */
async function step(rowId: number, no: number, ago: string): Promise<void> {
  await database.query(
    `insert into wallets.step (kind, row_id, no, state, at)
     values ('chain_withdrawal', $1, $2, 'signing', now() - $3::interval)`,
    [rowId, no, ago],
  )
}

/** Ends a pass without progress, and returns the row's alarm. */
async function waitFor(rowId: number, found: string | null = null): Promise<string | null> {
  const deps = { database, log, keys: testKeys, overdueAfterMs: hourMs } as unknown as WithFunding
  const pass = createWithdrawalExecutor(deps, rowId, epoch)
  await pass.read()
  await pass.wait(await readChainWithdrawal(database, rowId), null, found)
  return (await readChainWithdrawal(database, rowId)).alarm
}

async function alarmed(): Promise<number> {
  const watch = createOverdueWatch(database)
  assert.equal(watch.alarmed(), -1)
  await watch.runOnce()
  return watch.alarmed()
}

for (const state of ['signing', 'signed', 'broadcast', 'confirming']) {
  test(`ATT-97: a payout that is ${state} and only waits has an alarm once it takes too long, whatever its row says`, async () => {
    const rowId = await withdrawal({ state: `'${state}'`, created_at: `now() + interval '9 days'` })
    await step(rowId, 1, '59 minutes')
    assert.equal(await waitFor(rowId), null)
    assert.equal(await alarmed(), 0)
    const older = await withdrawal({ state: `'${state}'`, updated_at: 'now()', sent_at: 'null' })
    await step(older, 1, '61 minutes')
    // Steps are append-only, and another one makes the row no younger.
    await step(older, 2, '0')
    assert.equal(await waitFor(older), 'waits_too_long')
    assert.equal(await waitFor(older, 'stuck'), 'stuck', 'what is known of it says more')
    assert.equal(await alarmed(), 1)
  })
}

test('ATT-97: a row set to `signing` by hand has an alarm at once, and a recent one has none', async () => {
  assert.equal(await waitFor(await withdrawal({ state: `'broadcast'` })), 'waits_too_long')
  for (const state of ['held', 'approved', 'waiting_approval', 'done', 'failed', 'canceled']) {
    assert.equal(await waitFor(await withdrawal({ state: `'${state}'` })), null, state)
  }
})

test('a payout may take as long as all its fee increases plus two hours', () => {
  assert.equal(overdueAfter(1_200_000), 5 * hourMs)
})

test('ATT-97: postponed withdrawals become due within a minute, those that wait for operators or a pause do not', async () => {
  const never = { next_look_at: 'null' }
  const late = { next_look_at: `now() + interval '30 days'` }
  const put = ['approved', 'signing', 'signed', 'broadcast', 'confirming'].flatMap((state) => [
    { state: `'${state}'`, ...never },
    { state: `'${state}'`, ...late },
  ])
  const ids: number[] = []
  for (const says of [...put, { state: `'held'`, ...never }]) ids.push(await withdrawal(says))
  await withdrawal({ state: `'held'`, ...late })
  for (const state of ['waiting_approval', 'done', 'failed', 'canceled']) {
    await withdrawal({ state: `'${state}'`, ...never })
  }
  await withdrawal({ state: `'signing'`, next_look_at: `now() + interval '10 minutes'` })
  assert.deepEqual(await claimDue(database, kind, { epoch, max: 99 }), [])
  assert.equal(await wakePostponed(database, kind), ids.length)
  const due = await claimDue(database, kind, { epoch, max: 99 })
  assert.deepEqual(new Set(due), new Set(ids))
})

test('ATT-97: a postponed rupiah payout under way becomes due', async () => {
  await database.query(
    `insert into wallets.withdrawal (user_id, currency_id, rail_id, amount, fee, provider_fee, net,
       description, reference, request_id, request_hash, bank_code, bank_name, holder_name,
       account_number, state, next_look_at)
     select $1, 1, 100, 10, 0, 0, 10, '', gen_random_uuid(), gen_random_uuid(), '\\x00', '', '', '', '',
       state, null from unnest(array['sent', 'unknown', 'waiting', 'completed']) as state`,
    [dewi],
  )
  assert.equal(await wakePostponed(database, 'withdrawal'), 2)
  assert.equal((await claimDue(database, 'withdrawal', { epoch, max: 99 })).length, 2)
})

test('ATT-97: a claim longer than the maximum is ignored, and a valid one is respected', async () => {
  const long = await withdrawal({ state: `'signing'`, taken_until: `now() + interval '30 days'` })
  const now = await withdrawal({
    state: `'signing'`,
    taken_until: `now() + interval '100 seconds'`,
  })
  assert.deepEqual(await claimDue(database, kind, { epoch, max: 99 }), [long])
  assert.equal(await claimRow(database, kind, { epoch, rowId: now }), false)
  await database.query(
    `update wallets.chain_withdrawal set taken_until = now() + interval '30 days' where id = $1`,
    [long],
  )
  assert.equal(await claimRow(database, kind, { epoch, rowId: long }), true)
})

test('a row whose passes keep failing has an alarm, reported once, and an earlier alarm stays', async () => {
  const rowId = await withdrawal({ state: `'signed'` })
  const logged: object[] = []
  const telling = { ...log, error: (about: object) => void logged.push(about) }
  const alarms: (string | null)[] = []
  for (let broken = 0; broken < 6; broken += 1) {
    await endFailedPass({ database, log: telling }, kind, rowId)
    alarms.push((await readChainWithdrawal(database, rowId)).alarm)
  }
  assert.deepEqual(alarms, [null, null, null, null, 'look_breaks', 'look_breaks'])
  assert.deepEqual(logged, [{ chain_withdrawalId: rowId, alarm: 'look_breaks' }])
  const forged = await withdrawal({ state: `'signed'`, attempts: '9', alarm: `'request_forged'` })
  await endFailedPass({ database, log }, kind, forged)
  assert.equal((await readChainWithdrawal(database, forged)).alarm, 'request_forged')
})

test('work that runs once a minute runs at the first call and not at the next', async () => {
  const done: number[] = []
  const work = onceAMinute(async () => void done.push(1))
  await work()
  await work()
  assert.deepEqual(done, [1])
})
