/** The figures of the console's queues, read from few rows. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '../../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../../platform/database/testing/cluster.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { medianWait } from './queue-figures.ts'

let cluster: TestCluster
let database: Database

before(async () => {
  cluster = await temporaryCluster()
  database = openDatabase(await cluster.database(), createLog('silent'))
})
after(async () => {
  await database.end()
  await cluster.stop()
})

const beganMs = Date.UTC(2026, 0, 31)

/** A withdrawal made this many seconds after the start of the day, and the time of its approval. */
async function withdrawal(userId: number, madeAt: number, agreedAt: readonly number[]) {
  const { rows } = await database.query<{ id: number }>(
    `insert into wallets.withdrawal (user_id, currency_id, rail_id, amount, fee, provider_fee, net,
       description, reference, request_id, request_hash, bank_code, bank_name, holder_name,
       account_number, created_at)
     values ($1, 1, 100, 10, 0, 0, 10, '', gen_random_uuid(), gen_random_uuid(), '\\x00', '', '', '', '',
       to_timestamp($2)) returning id`,
    [userId, beganMs / 1_000 + madeAt],
  )
  for (const [operatorId, at] of agreedAt.entries()) {
    await database.query(
      `insert into wallets.approval (kind, row_id, decision, operator_id, reason, at)
       values ('withdrawal', $1, 'approve', $2, '', to_timestamp($3))`,
      [rows[0]?.id, operatorId, beganMs / 1_000 + at],
    )
  }
}

test('INV-27: the median waiting time covers rows first decided since a time, without reading older ones', async () => {
  const { rows } = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ('Dewi', 'Dewi', 'dewi', 'dewi') returning id`,
  )
  const userId = rows[0]?.id ?? 0
  await withdrawal(userId, 500, [600, 5_000])
  await withdrawal(userId, 500, [800])
  await withdrawal(userId, -9_000, [-10, 7_000])
  await withdrawal(userId, 9_000, [])
  await database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason, at)
     select 'withdrawal', 1000000 + n, 'approve', 1, '', to_timestamp($1) - n * interval '1 minute'
     from generate_series(1, 20000) n`,
    [beganMs / 1_000],
  )
  await database.query('analyze wallets.approval')
  const plans: string[] = []
  const looking = {
    async query(text: string, values: unknown[]) {
      const plan = await database.query<Record<string, string>>(`explain ${text}`, values)
      plans.push(...plan.rows.flatMap((row) => Object.values(row)))
      return database.query(text, values)
    },
  }
  const seconds = await medianWait(looking as Pick<Database, 'query'>, 'withdrawal', beganMs)
  assert.equal(seconds, 200)
  const text = plans.join('\n')
  assert.match(text, /approval_by_time/)
  assert.doesNotMatch(text, /Seq Scan on approval/)
})
