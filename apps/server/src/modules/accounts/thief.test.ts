/** An attacker with write access to the database cannot become another user (M-4, ATT-97). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { createProof } from '../../platform/secrets/proof.ts'
import { hashOf, makeToken } from '../../platform/security/opaque-tokens.ts'
import { type TestAnswer, ask } from '../../testing/desk.ts'
import { auditUsers } from './audit-run.ts'
import { enterAsDemo } from './demo-people/demo-people.ts'
import { findLink, makeLink } from './registration/email-links.ts'
import { changePassword } from './password/password-change.ts'
import { hashPassword, isKeyedHash } from './password/passwords.ts'
import { requestReset } from './password/password-reset.ts'
import { register } from './registration/registration.ts'
import {
  challengeFor,
  enter,
  firstStep,
  mailsTo,
  memberAt,
  password,
  protect,
  secondStep,
  type SignInDesk,
  signInDesk,
} from './testing/sign-in-desk.ts'
import {
  changeUser,
  isProvenUser,
  keyEarlierPasswords,
  proofNoAt,
  proveEarlierUsers,
  proveUser,
  proveUsersAgain,
  requireProvenIn,
} from './user-proofs.ts'

const client = { address: '192.0.2.1', device: '', language: 'en' } as const
const otherAddress = 'thief@people.example'

/** The number of rows of a query. */
async function rowsOf(result: unknown): Promise<number> {
  const found = await result
  assert.ok(typeof found === 'object' && found !== null && 'rows' in found)
  assert.ok(Array.isArray(found.rows))
  return found.rows.length
}

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

async function deskIn(t: TestContext) {
  const databaseUrl = await rig.database()
  const desk = await signInDesk(t, databaseUrl)
  const set = async (userId: number, change: string) => {
    await desk.database.query(`update accounts.users set ${change} where id = $1`, [userId])
  }
  const audit = async () => {
    const lines: string[] = []
    const isRight = await auditUsers(databaseUrl, desk.keys, (line) => lines.push(line))
    return { isRight, lines: lines.join('\n') }
  }
  const noted = async (userId: number) => {
    const { rows } = await desk.database.query(
      `select from security.event where account_id = $1 and kind = 'account.unproven'`,
      [userId],
    )
    return rows.length
  }
  return { ...desk, set, audit, noted }
}

/** Leaves an account with the single proof of an earlier version: over the row itself. */
async function proveAsBefore({ database, keys }: SignInDesk, userId: number): Promise<void> {
  const found = await database.query<{ email: string; hash: string }>(
    'select email, password_hash as hash from accounts.users where id = $1',
    [userId],
  )
  const { email, hash } = found.rows[0] ?? { email: '', hash: '' }
  const values = [email, email, hash, null, 'trader', 'verified ', null]
  const mac = createProof(keys, 'row', ['tukar user 1', `${userId}`, 1, ...values])
  await database.query('alter table security.row_proof disable trigger proof_is_final')
  await database.query(`delete from security.row_proof where subject = $1 and kind = 'user'`, [
    `${userId}`,
  ])
  await database.query(
    `insert into security.row_proof (kind, subject, no, mac) values ('user', $1, 1, $2)`,
    [`${userId}`, mac],
  )
  await database.query('alter table security.row_proof enable trigger proof_is_final')
}

/** The code of a refusal; 'in' if the session is open. */
function codeOf({ body }: TestAnswer): unknown {
  return body['action'] === 'login_complete' ? 'in' : body['code']
}

function codeFor(desk: SignInDesk, token: string): Promise<TestAnswer> {
  const body = { otp_type: 'withdrawal' }
  return ask(desk, 'POST', '/otps/create', { token, body })
}

test('M-4 ATT-97: an address that was changed in the database gets no e-mail, no link and no code, and an alarm is raised', async (t) => {
  const desk = await deskIn(t)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const earlier = await mailsTo(desk, email)
  await desk.set(userId, `email = '${otherAddress}', email_key = '${otherAddress}'`)
  await requestReset(desk.deps, otherAddress, client)
  assert.equal(codeOf(await codeFor(desk, token)), 'account.held')
  assert.equal(codeOf(await firstStep(desk, otherAddress)), 'account.held')
  await desk.set(userId, 'email_verified_at = null, first_signed_in_at = null')
  const form = { name: 'Thief', email: otherAddress, password, passwordConfirm: password, client }
  await register(desk.deps, form)
  assert.deepEqual(await mailsTo(desk, otherAddress), [])
  assert.deepEqual(await mailsTo(desk, email), earlier)
  assert.equal(await desk.noted(userId), 1)
  const { isRight, lines } = await desk.audit()
  assert.equal(isRight, false)
  assert.match(lines, new RegExp(`Account ${userId} does not match its proof`))
})

test('M-4 FLT-11: checks of a held account on every connection at once are all refused, and recorded', async (t) => {
  const desk = await deskIn(t)
  const { userId } = await memberAt(desk)
  await desk.set(userId, `demo_name = 'Mine'`)
  const count = desk.database.options.max
  let begun = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  const look = () =>
    inTransaction(desk.database, async (transaction) => {
      begun += 1
      if (begun === count) open()
      await all
      await requireProvenIn(desk.deps, transaction, userId)
    })
  const looks = await Promise.allSettled(Array.from({ length: count }, look))
  const codes = looks.map((one) =>
    one.status === 'rejected' && one.reason instanceof Refusal ? one.reason.code : one.status,
  )
  assert.deepEqual(codes, Array<string>(count).fill('account.held'))
  assert.ok((await desk.noted(userId)) > 0)
})

test('M-4 ATT-97: a password hash copied from another row does not work, and the owner is held visibly', async (t) => {
  const desk = await deskIn(t)
  const [victim, thief] = [await memberAt(desk), await memberAt(desk)]
  assert.deepEqual(await desk.audit(), {
    isRight: true,
    lines: 'ok    users, each with a valid proof: 2',
  })
  const mine = 'Sandi-Pencuri-5'
  await desk.set(
    thief.userId,
    `password_hash = '${await hashPassword(desk.keys, mine, '192.0.2.9')}'`,
  )
  await desk.set(
    victim.userId,
    `password_hash = (select password_hash from accounts.users where id = ${thief.userId})`,
  )
  assert.equal(codeOf(await firstStep(desk, victim.email)), 'login.failed')
  assert.equal(await desk.noted(victim.userId), 1)
  assert.equal(codeOf(await firstStep(desk, victim.email, mine)), 'account.held')
})

test('M-4 ATT-97: an older password does not return with its older proof', async (t) => {
  const desk = await deskIn(t)
  const { email, userId } = await memberAt(desk)
  const { rows } = await desk.database.query<{ hash: string }>(
    'select password_hash as hash from accounts.users where id = $1',
    [userId],
  )
  const token = await inTransaction(desk.database, (it) => makeLink(it, desk.keys, userId, 'reset'))
  const fresh = 'Baru-Sandi-77'
  const change = { email, token, password: fresh, passwordConfirm: fresh, client }
  // The engine, which books funds, is not running here.
  await changePassword(desk.deps, change).catch(() => undefined)
  assert.equal(codeOf(await firstStep(desk, email, fresh)), 'in')
  await desk.set(userId, `password_hash = '${rows[0]?.hash}'`)
  await desk.database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, no + 2, mac, says from security.row_proof
     where kind = 'user' and subject = $1 and no = 1`,
    [`${userId}`],
  )
  assert.equal(codeOf(await firstStep(desk, email)), 'account.held')
})

test('M-4 ATT-97: forged proofs with higher numbers, up to the maximum, block neither sign-ins nor changes', async (t) => {
  const desk = await deskIn(t)
  const { email, userId } = await memberAt(desk)
  await desk.database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, unnest(array[no + 1, 2147483647]), sha256(mac), says
     from security.row_proof where kind = 'user' and subject = $1
     union all select 'user', $1, 2147483647, sha256('x'), null`,
    [`${userId}`],
  )
  const token = await enter(desk, email)
  const authenticator = await protect(desk, token)
  const challenge = await challengeFor(desk, email)
  assert.equal(codeOf(await secondStep(desk, email, challenge, authenticator.code())), 'in')
  assert.equal((await desk.audit()).isRight, true)
  assert.equal(await desk.noted(userId), 0)
})

test('ATT-05 M-4: old password hashes are bound to the key once; a changed account stays held', async (t) => {
  const desk = await deskIn(t)
  const [stored, changed] = [await memberAt(desk), await memberAt(desk)]
  for (const { userId } of [stored, changed]) {
    await desk.set(userId, `password_hash = '${await hash(password)}'`)
    await proveUser(desk.database, desk.keys, userId)
  }
  await desk.set(changed.userId, `demo_name = 'Mine'`)
  assert.equal(codeOf(await firstStep(desk, stored.email)), 'in')
  await inTransaction(desk.database, (transaction) => keyEarlierPasswords(transaction, desk.keys))
  const found = await desk.database.query<{ hash: string }>(
    'select password_hash as hash from accounts.users order by id',
  )
  assert.deepEqual(
    found.rows.map((row) => isKeyedHash(row.hash)),
    [true, false],
  )
  assert.equal(codeOf(await firstStep(desk, stored.email)), 'in')
  assert.equal(codeOf(await firstStep(desk, changed.email)), 'account.held')
  await desk.set(changed.userId, 'demo_name = null')
  assert.equal(codeOf(await firstStep(desk, changed.email)), 'in')
})

/** Resolves once a transaction waits for a row that another one holds. */
function untilOneWaits({ database }: SignInDesk): Promise<void> {
  return until('a transaction to wait for the row', async () => {
    const { rows } = await database.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    )
    return rows.length === 1
  })
}

test('ATT-05 M-4: a password or a row that is changed while hashes are bound keeps its change, whichever is first', async (t) => {
  const desk = await deskIn(t)
  const { database, keys } = desk
  const next = 'another password of hers 7'
  const nextHash = await hashPassword(keys, next, client.address)
  const orders = {
    'the change first': `password_hash = '${nextHash}'`,
    'the upgrade first': `password_hash = '${nextHash}'`,
    'another change first': `email_verified_at = now() - interval '1 day'`,
  }
  for (const [order, change] of Object.entries(orders)) {
    const { userId, email } = await memberAt(desk)
    await desk.set(userId, `password_hash = '${await hash(password)}'`)
    if (order === 'another change first') await desk.set(userId, 'email_verified_at = null')
    await proveUser(database, keys, userId)
    const changing = (it: Transaction): Promise<unknown> =>
      changeUser(desk, it, userId, () =>
        it.query(`update accounts.users set ${change} where id = $1`, [userId]),
      )
    const binding = (it: Transaction): Promise<unknown> => keyEarlierPasswords(it, keys)
    const [first, second] =
      order === 'the upgrade first' ? [binding, changing] : [changing, binding]
    let waiting: Promise<unknown> = Promise.resolve()
    await inTransaction(database, async (it) => {
      await first(it)
      waiting = inTransaction(database, second)
      await untilOneWaits(desk)
    })
    await waiting
    assert.equal(await isProvenUser(database, keys, userId), true, order)
    const known = order === 'another change first' ? password : next
    assert.equal(codeOf(await firstStep(desk, email, known)), 'in', order)
    const stored = await database.query<{ hash: string }>(
      'select password_hash as hash from accounts.users where id = $1',
      [userId],
    )
    assert.equal(isKeyedHash(stored.rows[0]?.hash ?? ''), true, order)
  }
  assert.equal((await desk.audit()).isRight, true)
})

test('M-4: only the last proof of an account is read, unless a forged one lies above it', async (t) => {
  const desk = await deskIn(t)
  const { userId, email } = await memberAt(desk)
  for (let no = 0; no < 5; no += 1) await proveUser(desk.database, desk.keys, userId)
  const read = async () => {
    const { mock } = t.mock.method(desk.database, 'query')
    const recorded = [
      await isProvenUser(desk.database, desk.keys, userId),
      await proofNoAt(desk.database, desk.keys, email),
    ]
    const found = await Promise.all(mock.calls.map(({ result }) => rowsOf(result)))
    mock.restore()
    return { said: recorded, rows: found }
  }
  assert.deepEqual(await read(), { said: [true, 6], rows: [1, 1] })
  await desk.database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     values ('user', $1, 2147483647, sha256('x'), 'x')`,
    [`${userId}`],
  )
  assert.deepEqual(await read(), { said: [true, 6], rows: [1, 7, 1, 7] })
})

test('M-4: a proof without content counts until the account is proven again, which a changed row is not', async (t) => {
  const desk = await deskIn(t)
  const [stored, changed] = [await memberAt(desk), await memberAt(desk)]
  for (const { userId } of [stored, changed]) await proveAsBefore(desk, userId)
  assert.equal(codeOf(await firstStep(desk, stored.email)), 'in')
  await desk.set(changed.userId, `demo_name = 'Mine'`)
  await proveUsersAgain(desk.database, desk.keys)
  await desk.database.query(
    `insert into security.row_proof (kind, subject, no, mac)
     select distinct 'user', subject, 2147483647, sha256('x') from security.row_proof where kind = 'user'`,
  )
  assert.equal(codeOf(await firstStep(desk, stored.email)), 'in')
  assert.equal(codeOf(await firstStep(desk, changed.email)), 'account.held')
  await desk.set(changed.userId, 'demo_name = null')
  assert.equal(codeOf(await firstStep(desk, changed.email)), 'account.held')
})

test('M-4 ATT-97: a second factor that was deleted or inserted in the database is noticed', async (t) => {
  const desk = await deskIn(t)
  const [victim, thief] = [await memberAt(desk), await memberAt(desk)]
  const token = await enter(desk, victim.email)
  await protect(desk, token)
  const own = await protect(desk, await enter(desk, thief.email))
  assert.equal((await desk.audit()).isRight, true)
  const remove = 'delete from accounts.two_factor where user_id = $1'
  await desk.database.query(remove, [victim.userId])
  assert.equal(codeOf(await firstStep(desk, victim.email)), 'account.held')
  assert.equal(codeOf(await codeFor(desk, token)), 'account.held')
  await desk.database.query(
    `insert into accounts.two_factor (user_id, sealed_seed, activated_at)
     select $1, sealed_seed, activated_at from accounts.two_factor where user_id = $2`,
    [victim.userId, thief.userId],
  )
  assert.equal(codeOf(await firstStep(desk, victim.email)), 'account.held')

  // An inserted pending sign-in needs no password, and still opens nothing.
  const challenge = makeToken()
  await desk.database.query(
    `insert into accounts.sign_in_challenge (token_hash, user_id, expires_at, seal)
     values ($1, $2, now() + interval '9 minutes', null)`,
    [hashOf(challenge), victim.userId],
  )
  const entered = await secondStep(desk, victim.email, challenge, own.code())
  assert.equal(codeOf(entered), 'two_factor.expired')
  const honest = await challengeFor(desk, thief.email)
  const second = await secondStep(desk, thief.email, honest, own.code(1))
  assert.equal(codeOf(second), 'in')
})

test('M-4 ATT-97: an inserted link cannot set a password', async (t) => {
  const desk = await deskIn(t)
  const [victim, thief] = [await memberAt(desk), await memberAt(desk)]
  const own = await inTransaction(desk.database, (it) =>
    makeLink(it, desk.keys, thief.userId, 'reset'),
  )
  assert.equal((await findLink(desk.database, desk.keys, own, 'reset'))?.userId, thief.userId)
  await desk.database.query('update accounts.email_link set user_id = $1', [victim.userId])
  assert.equal(await findLink(desk.database, desk.keys, own, 'reset'), null)
})

test('M-4 ATT-97: an ended link cannot be restored in the database, and none outlives its original end', async (t) => {
  const desk = await deskIn(t)
  const { userId } = await memberAt(desk)
  const make = () => inTransaction(desk.database, (it) => makeLink(it, desk.keys, userId, 'reset'))
  const find = (token: string) => findLink(desk.database, desk.keys, token, 'reset')
  const first = await make()
  const second = await make()
  await desk.database.query('update accounts.email_link set ended_at = null')
  assert.equal((await find(first))?.isLive, false)
  assert.equal((await find(second))?.isLive, true)
  await desk.database.query(`update accounts.email_link set lasts_until = now() + interval '1 day'`)
  assert.equal(await find(second), null)
})

test('M-4 ATT-97: a used factor code stays used, whatever last step the database has', async (t) => {
  const desk = await deskIn(t)
  const { email } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const code = authenticator.code()
  assert.equal(codeOf(await secondStep(desk, email, await challengeFor(desk, email), code)), 'in')
  await desk.database.query('update accounts.two_factor set last_step = 0')
  const again = await secondStep(desk, email, await challengeFor(desk, email), code)
  assert.equal(codeOf(again), 'two_factor.wrong')
})

test('M-4 ATT-97: an account that was marked as a demo person in the database cannot be entered', async (t) => {
  const desk = await deskIn(t)
  const { userId } = await memberAt(desk)
  await desk.set(userId, `demo_name = 'Mine'`)
  await assert.rejects(enterAsDemo(desk.deps, 'Mine', client), { code: 'account.held' })
})

test('M-4: users from before there were proofs are proven once, and keep their passwords', async (t) => {
  const desk = await deskIn(t)
  const { email, userId } = await memberAt(desk)
  const { rows } = await desk.database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key, password_hash, email_verified_at)
     select 'Old', 'Old', 'old@b.test', 'old@b.test', password_hash, now() from accounts.users
     where id = $1 returning id`,
    [userId],
  )
  assert.equal(codeOf(await firstStep(desk, 'old@b.test')), 'account.held')
  await proveEarlierUsers(desk.database, desk.keys)
  assert.equal(codeOf(await firstStep(desk, 'old@b.test')), 'in')
  assert.equal(codeOf(await firstStep(desk, email)), 'in')
  assert.equal((await desk.audit()).isRight, true)
  assert.ok(rows[0]?.id !== userId)
})
