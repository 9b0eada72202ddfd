import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { endExpiredAccess, sweepAccounts } from './service.ts'
import { memberAt, signInDesk } from './testing/sign-in-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

/** An expired and an unexpired row of each table: `$1` the user, `$2` its time. */
const inserts = [
  `insert into accounts.session (token_hash, user_id, expires_at, lasts_until)
   values (sha256(convert_to($2::text, 'UTF8')), $1, now() + interval '1 day', now() + $2::interval)`,
  `insert into accounts.sign_in_challenge (token_hash, user_id, expires_at)
   values (sha256(convert_to($2::text, 'UTF8')), $1, now() + $2::interval)`,
  `insert into accounts.code_attempt (user_id, source, attempts, since)
   values ($1, 'elsewhere', 1, now() - interval '1 hour' + $2::interval)`,
  `insert into accounts.known_device (user_id, device, network, last_seen_at)
   values ($1, 'a', 'b', now() - interval '365 days' + $2::interval)`,
]

test('SRV-87: expired rows are deleted, twice without harm, and nothing else', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { database, deps } = desk
  const [old, fresh] = [await memberAt(desk), await memberAt(desk)]
  for (const insert of inserts) {
    await database.query(insert, [old.userId, '-1 second'])
    await database.query(insert, [fresh.userId, '5 minutes'])
  }
  const left = async () => {
    const found = await database.query<{ user: number }>(
      `select user_id as user from accounts.session
       union all select user_id from accounts.sign_in_challenge
       union all select user_id from accounts.code_attempt
       union all select user_id from accounts.known_device`,
    )
    return found.rows.map(({ user }) => user)
  }
  assert.equal((await left()).length, 8)
  for (let round = 0; round < 2; round++) {
    await endExpiredAccess(deps)
    await sweepAccounts(deps)
  }
  assert.deepEqual(await left(), Array<number>(4).fill(fresh.userId))
})

test('SRV-87: a failed sweep does not block the next ones', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { database, deps } = desk
  const { userId } = await memberAt(desk)
  await database.query(
    `insert into accounts.known_device (user_id, device, network, last_seen_at)
     values ($1, 'a', 'b', now() - interval '366 days')`,
    [userId],
  )
  await database.query('alter table accounts.code_attempt rename to code_attempt_away')
  await sweepAccounts(deps)
  assert.deepEqual((await database.query('select 1 from accounts.known_device')).rows, [])
})
