import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../../platform/database/pool.ts'
import { migratedDatabase } from '../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { countMarks, giveBack } from '../../../platform/security/keyed-counts.ts'
import {
  type Attempt,
  attemptWindowMinutes,
  claimAttempt,
  forgetAttempts,
  releaseAttempt,
} from './attempts.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

const guesser = '192.0.2.1'
const claim = (emailKey: string, clientAddress = guesser, of: Partial<Attempt> = {}) =>
  claimAttempt(database, testKeys, { emailKey, clientAddress, knownDevice: null, ...of })

async function claimed(emailKey: string, clientAddress?: string, of?: Partial<Attempt>) {
  let count = 0
  while (count < 40 && (await claim(emailKey, clientAddress, of)) !== null) count += 1
  return count
}

test('ATT-05: of 52 concurrent attempts ten are claimed, and another client keeps its own', async () => {
  const claims = await Promise.all(Array.from({ length: 52 }, () => claim('a@b.test')))
  const own = claims.filter((one) => one !== null)
  assert.equal(own.length, 10)
  assert.equal((await claim('a@b.test', '192.0.2.2'))?.attempts, 1)
  const [first, second] = own
  assert.ok(first !== undefined && second !== undefined)
  await releaseAttempt(database, testKeys, first)
  const last = await claim('a@b.test')
  assert.equal(last?.attempts, 10)
  await forgetAttempts(database, testKeys, last)
  assert.equal((await claim('a@b.test'))?.attempts, 1)
})

test('ATT-05: a client that signs in again and again with the correct password keeps all attempts', async () => {
  for (let times = 0; times < 18; times += 1) {
    const one = await claim('often@b.test', '127.0.0.1')
    assert.equal(one?.attempts, 1)
    await forgetAttempts(database, testKeys, one)
  }
})

test("M-4 ATT-05: an attacker with the program's role can neither hide attempts nor use up those of others", async () => {
  const [owner, others] = ['192.0.2.10', '192.0.2.11']
  assert.equal(await claimed('b@b.test', others), 10)
  const right = await claim('b@b.test', owner)
  assert.ok(right !== null)
  await forgetAttempts(database, testKeys, right)
  // Everything that the program's role can do to the counts: copy each row, and insert new rows.
  await database.query(
    'insert into security.tally (subject, part) select subject, part from security.tally',
  )
  await database.query(
    `insert into security.tally (subject) select subject || 'x' from security.tally where releases is null`,
  )
  assert.equal(await claimed('b@b.test', others), 0)
  assert.equal(await claimed('b@b.test', owner), 10)
})

test('ATT-05: attempts are counted for a quarter of an hour', async () => {
  assert.equal(await claimed('c@b.test', '192.0.2.20'), 10)
  const age = (minutes: number) =>
    database.query('update security.tally set at = at - make_interval(mins => $1)', [minutes])
  await age(14)
  assert.equal(await claimed('c@b.test', '192.0.2.20'), 0)
  // A copied row with a later time locks nobody out for longer.
  await database.query('insert into security.tally (subject) select subject from security.tally')
  await database.query(
    `update security.tally t set at = at - interval '2 minutes' where not exists (
       select from security.tally o where o.subject = t.subject and o.id < t.id)`,
  )
  assert.equal(await claimed('c@b.test', '192.0.2.20'), 10)
})

test('ATT-05: beyond a hundred attempts at one address others are slowed down, and none is refused for it', async () => {
  let slow = 0
  for (let client = 0; client < 11; client += 1) {
    for (let tries = 0; tries < 10; tries += 1) {
      const one = await claim('d@b.test', `198.51.100.${client}`)
      assert.ok(one !== null)
      if (one.isSlow) slow += 1
    }
  }
  assert.equal(slow, 10)
  const owner = await claim('d@b.test', '198.51.100.1', { knownDevice: 'Firefox at home' })
  assert.deepEqual([owner?.attempts, owner?.isSlow], [1, false])
})

test('ATT-05: the cost of a count does not grow with successful attempts, and failed ones stay counted', async (t) => {
  const windowMs = attemptWindowMinutes * 60_000
  const middleMs = (Math.floor(Date.now() / windowMs) + 0.5) * windowMs
  t.mock.timers.enable({ apis: ['Date'], now: middleMs })
  const counts = [{ name: 'client', max: 3, isLimit: true }]
  const succeeded = 100
  const asked = await inTransaction(database, async (transaction) => {
    const attempt = () => countMarks(transaction, testKeys, counts, attemptWindowMinutes)
    assert.deepEqual((await attempt())?.totals, [1], 'one that fails')
    for (let no = 1; no <= succeeded; no += 1) {
      const marked = await attempt()
      assert.deepEqual(marked?.totals, [2], `attempt ${no}`)
      await giveBack(transaction, testKeys, marked.added)
    }
    const { mock } = t.mock.method(transaction, 'query')
    assert.deepEqual((await attempt())?.totals, [2])
    const subjects = mock.calls.map(
      ({ arguments: given }) => JSON.stringify(given).split(',').length,
    )
    mock.restore()
    assert.deepEqual((await attempt())?.totals, [3])
    assert.equal(await attempt(), null)
    return subjects.reduce((sum, one) => sum + one, 0)
  })
  assert.ok(asked < 2 * succeeded, `${asked} were asked for`)
})
