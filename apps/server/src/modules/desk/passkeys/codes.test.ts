/** Votes of operators without a passkey (H-2): each needs a fresh code, which it uses up. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { temporaryCluster, type TestCluster } from '../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { seal } from '../../../platform/secrets/sealing.ts'
import { deskOn, giveRole, personAt, testPass } from '../../../testing/desk.ts'
import type { VotePass } from '../operator.ts'
import { type Ballot, castVote, provenVoters } from '../votes.ts'
import { addPasskey } from './passkey-store.ts'
import { authenticator } from './testing/authenticator.ts'
import { consoleOn } from '../../../testing/operators.ts'

const rules = { ...testPass.rules, isCodeNeeded: true }
const ballot: Ballot = { kind: 'withdrawal', subjectId: 7, decision: 'approve', shown: ['Rp 1'] }
const other: Ballot = { ...ballot, subjectId: 8 }
const stepMs = 30_000

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function world(t: TestContext) {
  const desk = await deskOn(t, await cluster.database())
  const { database, keys } = desk
  const person = await personAt(desk, 'Ratna')
  const { userId } = person
  const seed = new Secret({ size: 20 })
  await database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, $2, now())`,
    [userId, seal(keys('two-factor'), `two-factor of ${userId}`, seed.bytes)],
  )
  let usedStep = 0
  return {
    ...desk,
    person,
    userId,
    /** An unused code: the current one, or that of the next half minute. */
    nextCode: () => {
      usedStep = Math.max(usedStep + 1, Math.floor(Date.now() / stepMs))
      return new TOTP({ secret: seed }).generate({ timestamp: usedStep * stepMs })
    },
    /** The code of a refused vote; `voted` if it was stored. */
    vote: async (of: Ballot, digits: string | null, pass: Partial<VotePass> = {}, by = userId) => {
      const entry = {
        operatorId: by,
        action: 'payout.approve',
        subject: `withdrawal:${of.subjectId}`,
        reason: '',
      } as const
      const codeTry = { userId: by, source: 'session 1' }
      const code = digits === null ? null : { digits, codeTry }
      try {
        await inTransaction(database, (transaction) =>
          castVote(transaction, keys, { ...of, entry }, { ...testPass, rules, code, ...pass }),
        )
        return { code: 'voted', shown: '' }
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
        return { code: error.code, shown: String(error.params['code'] ?? '') }
      }
    },
  }
}

test('H-2: an operator without a passkey votes with an authenticator code, and each vote needs another one', async (t) => {
  const { database, keys, userId, vote, nextCode } = await world(t)
  const codeOf = async (...asked: Parameters<typeof vote>) => (await vote(...asked)).code
  assert.deepEqual(await vote(ballot, null), { code: 'desk.code_needed', shown: '' })
  assert.equal(await codeOf(ballot, 'none'), 'desk.code_wrong')
  assert.deepEqual(await provenVoters(database, keys, ballot), [])
  const first = nextCode()
  assert.equal(await codeOf(ballot, first), 'voted')
  assert.deepEqual(await provenVoters(database, keys, ballot), [userId])
  assert.equal(await codeOf(other, first), 'desk.code_wrong', 'it was used up')
  const second = nextCode()
  assert.equal(await codeOf(other, second), 'voted')
  // If passkeys are required a code is not enough, and an operator with a passkey votes by it alone.
  const live = { rules: { ...rules, isPasskeyNeeded: true } }
  assert.equal(await codeOf(other, second, live), 'desk.passkey_missing')
  const { rpId, origin } = rules
  const created = { ...authenticator(), userId, name: 'Phone', rpId, origin, counter: 0 }
  await addPasskey(database, keys, created)
  assert.equal(await codeOf({ ...ballot, subjectId: 9 }, second), 'desk.passkey_needed')
})

test('H-2 INV-22: a vote does not count without the code that its proof names', async (t) => {
  const { database, keys, vote, nextCode } = await world(t)
  assert.equal((await vote(ballot, nextCode())).code, 'voted')
  await database.query('alter table desk.vote disable trigger all')
  for (const use of [`'authenticator 1'`, 'null']) {
    await database.query(`update desk.vote set code_use = ${use}`)
    assert.deepEqual(await provenVoters(database, keys, ballot), [], use)
  }
})

test('H-2: a demo operator sees the code of a vote, which is valid for that vote alone, and once', async (t) => {
  const own = await world(t)
  const { database, keys, userId } = own
  const bayu = await personAt(own, 'Bayu')
  const vote = (of: Ballot, digits: string | null, by = userId) =>
    own.vote(of, digits, { isDemo: true }, by)
  const { code, shown } = await vote(ballot, null)
  assert.equal(code, 'desk.code_needed')
  assert.match(shown, /^\d{6}$/)
  const wrong: readonly (readonly [Ballot, number])[] = [
    [other, userId],
    [{ ...ballot, decision: 'reject' }, userId],
    [{ ...ballot, shown: ['Rp 1,000,000'] }, userId],
    [ballot, bayu.userId],
  ]
  for (const [of, by] of wrong) {
    assert.equal((await vote(of, shown, by)).code, 'desk.code_needed', JSON.stringify(of))
  }
  assert.equal((await vote(ballot, shown)).code, 'voted')
  const again = await vote(ballot, shown)
  assert.equal(again.code, 'desk.code_needed')
  assert.equal((await vote(ballot, again.shown)).code, 'voted')
  assert.deepEqual(await provenVoters(database, keys, ballot), [userId])
})

test("H-2 ATT-07: the console's codes arrive in a header, and few are checked per hour", async (t) => {
  const own = await world(t)
  const { http, database, person } = own
  consoleOn(t, own, { voting: rules })
  await giveRole(database, person.userId, 'admin')
  await personAt(own, 'Dewi')
  const propose = async (role: string, digits: string | null) => {
    const answer = await http.inject({
      method: 'POST',
      url: '/desk/operators',
      headers: { jwt: person.token, ...(digits === null ? {} : { 'x-vote-code': digits }) },
      payload: { email: 'dewi@people.example', role, is_given: true, reason: 'joins the team' },
    })
    const body = answer.json()
    return [answer.statusCode, body.code === '' ? body.success : body.code]
  }
  assert.deepEqual(await propose('support', null), [200, 'desk.code_needed'])
  const first = own.nextCode()
  assert.deepEqual(await propose('support', first), [200, 1])
  assert.deepEqual(await propose('finance', first), [200, 'desk.code_wrong'])
  for (let tries = 1; tries < 10; tries += 1) await propose('finance', 'guess')
  const [, tooMany] = await propose('finance', own.nextCode())
  assert.equal(tooMany, 'two_factor.too_many')
})
