/** A clock that is set back revives nothing that has expired (FLT-18, INV-26). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { hashOf } from '../../platform/security/opaque-tokens.ts'
import { dayMs } from '../../platform/time/day.ts'
import { findLink, makeLink } from './registration/email-links.ts'
import { claimCodeTry, lockCode, replaceCode } from './codes/one-time-codes-store.ts'
import { endExpiredAccess } from './service.ts'
import { findSessions, insertSession } from './sessions/sessions-store.ts'
import { makeChallenge, tryChallenge } from './sign-in/sign-in-challenges.ts'
import { memberAt, signInDesk } from './testing/sign-in-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const dated = ['session', 'sign_in_challenge', 'email_link', 'one_time_code'] as const
const client = { address: '192.0.2.1', device: '', deviceSinceMs: null }
/** The owner of the session does not matter here. */
const seal = Buffer.alloc(32)
const lastsUntilMs = Date.now() + dayMs
const times = { lifeSeconds: 300, pauseSeconds: 60 }

/** The effect of a moved clock on PostgreSQL: all stored times end that much earlier or later. */
async function moveClock(database: Database, span: string): Promise<void> {
  for (const table of dated) {
    await database.query(`update accounts.${table} set expires_at = expires_at - $1::interval`, [
      span,
    ])
  }
}

test('FLT-18 INV-26: an expired session, sign-in, reset link or code stays expired when the clock is set back', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { database, deps } = desk
  const { userId } = await memberAt(desk)
  const tokenHash = hashOf('a session')
  await insertSession(
    database,
    { tokenHash, userId, clientHash: null, lastsUntilMs, seal, client },
    { days: 1, max: 5 },
  )
  const challenge = await makeChallenge(database, desk.keys, userId)
  const link = await inTransaction(database, (it) => makeLink(it, desk.keys, userId, 'reset'))
  const owner = { userId, purpose: 'withdrawal', sessionId: 1 } as const
  const code = {
    ...owner,
    codeHash: hashOf('a code'),
    paymentHash: null,
    lastsUntilMs,
  } as const
  assert.ok(await replaceCode(database, code, times))
  const alive = async () => ({
    session: (await findSessions(database, [tokenHash]))[0] != null,
    challenge: (await tryChallenge(database, desk.keys, challenge)) !== null,
    link: (await findLink(database, desk.keys, link, 'reset'))?.isLive === true,
    code: (await lockCode(database, owner)) !== null,
    codeTry: await claimCodeTry(database, desk.keys, owner, 5),
  })
  const all = (is: boolean) => ({ session: is, challenge: is, link: is, code: is, codeTry: is })
  assert.deepEqual(await alive(), all(true))
  await moveClock(database, '2 days')
  await endExpiredAccess(deps)
  await moveClock(database, '-2 days')
  assert.deepEqual(await alive(), all(false))
})

test('FLT-18 INV-26: a session that was refused once as expired is never accepted again, swept or not', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { database } = desk
  const { userId } = await memberAt(desk)
  const [over, other] = [hashOf('over'), hashOf('other')]
  await insertSession(
    database,
    { tokenHash: over, userId, clientHash: null, lastsUntilMs, seal, client },
    { days: 1, max: 5 },
  )
  await moveClock(database, '2 days')
  await insertSession(
    database,
    { tokenHash: other, userId, clientHash: null, lastsUntilMs, seal, client },
    { days: 1, max: 5 },
  )
  const users = async () =>
    (await findSessions(database, [over, other])).map((it) => it?.userId ?? null)
  assert.deepEqual(await users(), [null, userId])
  await moveClock(database, '-2 days')
  assert.deepEqual(await users(), [null, userId])
})
