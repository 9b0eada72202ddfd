import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeskPersonDetail } from '@tukar/wire'
import { creditOf, placeOf } from '../../../engine/testing/listing.ts'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { proveFact } from '../../../platform/secrets/proven-facts.ts'
import { type Desk as TestDesk, type Person, personAt, shortly } from '../../../testing/desk.ts'
import {
  factorResetHours,
  cancelResetOnUse,
  resetDueFactors,
} from '../../accounts/two-factor/factor-resets.ts'
import { unprovenResets } from '../../accounts/password/reset-proofs.ts'
import { isResetAgreed } from './reset-factor.ts'
import { securityHoldOf } from '../../accounts/index.ts'
import { isProvenUser, proveHeldUser } from '../../accounts/user-proofs.ts'
import { reversedDeposit } from '../../wallets/chains/testing/coins.ts'
import {
  confirm,
  decline,
  giveFactor,
  operatorOf,
  type PeopleDesk,
  peopleDeskOn,
  preview,
  propose,
  submit,
  outcomeOf,
  usualDaily,
} from '../testing/people-desk.ts'

let rig: Rig
let desk: PeopleDesk
let staff: Awaited<ReturnType<typeof staffOf>>
const lasting = shortly()

before(async () => {
  rig = await startRig()
  desk = await peopleDeskOn(lasting, rig)
  staff = await staffOf(desk)
})

after(async () => {
  await lasting.end()
  await rig.stop()
})

let owners = 0
const newOwner = () => personAt(desk, `Owner${(owners += 1)}`)

const checks = { face: true, questions: true, mail: true }

async function staffOf(desk: PeopleDesk) {
  const [support, riski, rudi, ani, adi] = await Promise.all([
    operatorOf(desk, 'Support', 'support'),
    operatorOf(desk, 'Riski', 'risk'),
    operatorOf(desk, 'Rudi', 'risk'),
    operatorOf(desk, 'Ani', 'admin'),
    operatorOf(desk, 'Adi', 'admin'),
  ])
  return { support, riski, rudi, ani, adi }
}

/** Whether the user's session is still live. */
const isIn = async ({ sessions }: TestDesk, { token }: Person) =>
  (await sessions.authenticate(token)) !== null

const mailsTo = async ({ database }: TestDesk, { email }: Person) => {
  const found = await database.query<{ template: string }>(
    'select template from mail.outbox where recipient = $1 order by created_at, template',
    [email],
  )
  return found.rows.map(({ template }) => template)
}

/** A record that says that a user is verified, as an attacker with write access inserts it. */
const claimVerified = ({ database }: TestDesk, { userId }: Person) =>
  database.query(
    `insert into kyc.record (user_id, kind, state) values ($1, 'indonesia', 'approved')`,
    [userId],
  )

async function verify(desk: TestDesk, person: Person): Promise<void> {
  await claimVerified(desk, person)
  await proveFact(desk.database, desk.keys, 'verified', person.userId)
}

const dayMs = factorResetHours * 3_600_000

/** Completes due resets, as the sweep does. */
function resetDue(nowMs = Date.now()): Promise<void> {
  const isAgreed = (changeId: number, userId: number) => isResetAgreed(desk.desk, changeId, userId)
  return resetDueFactors({ ...desk, isAgreed }, nowMs)
}

test('ATT-59 ATT-02 INV-22: one operator suspends at once, and two resume; nobody else may', async () => {
  const { support, riski, rudi } = staff
  const owner = await newOwner()
  const { userId } = owner
  await submit(desk, creditOf(userId, 1, 1_000_000_000_000))
  const placed = await submit(desk, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  assert.ok(placed.status === 'accepted')
  const resting = placed.events.find((event) => event.kind === 'order_rested')
  await tablesFollow(desk.engine, userId)

  const input = { user_id: userId, why: 'safety' }
  assert.equal((await propose(desk, support, 'user.suspend', input)).came, 'desk.forbidden')
  const shown = await preview(desk, riski, 'user.suspend', input)
  assert.match(shown.text, /Suspend account \d+ \(O••••\)/)
  assert.match(shown.text, /about Rp 10\.000\.000\.000/)
  assert.match(shown.text, /1 in the book; the person may cancel them/)
  assert.equal((shown.data as { is_second_needed: boolean }).is_second_needed, false)
  assert.equal((await propose(desk, riski, 'user.suspend', input)).came, 'applied')

  assert.equal(await isIn(desk, owner), false)
  assert.deepEqual(await mailsTo(desk, owner), ['account_suspended'])
  const refused = await submit(desk, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  assert.equal(refused.status === 'refused' && refused.code, 'account.suspended')
  assert.ok(resting !== undefined)
  assert.equal(
    (await submit(desk, { kind: 'cancel', accountId: userId, orderId: resting.orderId })).status,
    'accepted',
  )
  assert.equal((await propose(desk, riski, 'user.suspend', input)).came, 'user.suspended_already')
  // The user can sign in and read; the list and the profile page show the suspension.
  const token = await desk.sessions.open(userId)
  assert.equal(await isIn(desk, { ...owner, token }), true)
  const list = await outcomeOf(desk, 'GET /desk/people?state=suspended', support)
  assert.match(list.text, new RegExp(`"user_id":${userId},.*"suspended":true`))

  const { id, came } = await propose(desk, riski, 'user.resume', { user_id: userId })
  assert.equal(came, 'waiting')
  assert.equal(await confirm(desk, riski, id), 'desk.same_operator')
  assert.equal(await confirm(desk, support, id), 'desk.forbidden')
  assert.equal(await confirm(desk, rudi, id), 'applied')
  assert.deepEqual(await mailsTo(desk, owner), ['account_suspended', 'account_resumed'])
  const again = await submit(desk, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  assert.equal(again.status, 'accepted')
  const back = await propose(desk, rudi, 'user.resume', { user_id: userId })
  assert.equal(back.came, 'user.not_suspended')
})

/** Applies a change a second time, as after a crash before its row was updated. */
async function again(id: number): Promise<void> {
  await desk.database.query(
    `update desk.change set status = 'applying', ended_at = null where id = $1`,
    [id],
  )
  await desk.desk.changes.finish()
  const found = await desk.database.query('select status from desk.change where id = $1', [id])
  assert.deepEqual(found.rows, [{ status: 'applied' }])
}

test('a suspension that is applied twice counts once, and so does its end', async () => {
  const { riski, rudi } = staff
  const owner = await newOwner()
  const { userId } = owner
  const suspended = await propose(desk, riski, 'user.suspend', { user_id: userId, why: 'law' })
  await again(suspended.id)
  assert.deepEqual(await mailsTo(desk, owner), ['account_suspended'])
  const resumed = await propose(desk, riski, 'user.resume', { user_id: userId })
  assert.equal(await confirm(desk, rudi, resumed.id), 'applied')
  // A crash before the row was updated: meanwhile the user was suspended again, and that suspension stays.
  await propose(desk, riski, 'user.suspend', { user_id: userId, why: 'law' })
  await again(resumed.id)
  const refused = await submit(desk, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  assert.equal(refused.status === 'refused' && refused.code, 'account.suspended')
  assert.equal((await mailsTo(desk, owner)).filter((one) => one === 'account_resumed').length, 1)
})

test('ATT-80: an interrupted resume does not resume an account that a deposit holds', async () => {
  const { riski, rudi } = staff
  const { userId } = await newOwner()
  await submit(desk, creditOf(userId, 1, 1_000_000_000_000))
  await propose(desk, riski, 'user.suspend', { user_id: userId, why: 'law' })
  const resumed = await propose(desk, riski, 'user.resume', { user_id: userId })
  assert.equal(await confirm(desk, rudi, resumed.id), 'applied')
  // The deposit held the account just before the resume, and the crash came before that was noticed.
  await reversedDeposit(desk.database, userId)
  await again(resumed.id)
  const refused = await submit(desk, placeOf(userId, 'buy', 150_000_000_000, 10_000))
  assert.equal(refused.status === 'refused' && refused.code, 'account.suspended')
})

test('ADR 0017: the operator who resumes an account learns that a deposit still holds withdrawals', async () => {
  const { riski } = staff
  const { userId } = await newOwner()
  await propose(desk, riski, 'user.suspend', { user_id: userId, why: 'law' })
  const resume = () => preview(desk, riski, 'user.resume', { user_id: userId })
  assert.match((await resume()).text, /0 go on/)
  await reversedDeposit(desk.database, userId)
  const { text } = await resume()
  assert.match(text, /holds this account too/)
  assert.doesNotMatch(text, /0 go on/)
})

test('ATT-101: an operator is suspended by two others, loses the console, and cannot act on their own account', async () => {
  const { riski, rudi } = staff
  const ani = await operatorOf(desk, 'Ina', 'admin')
  const input = { user_id: ani.userId, why: 'safety' }
  const own = { user_id: riski.userId, why: 'safety' }
  assert.equal((await propose(desk, riski, 'user.suspend', own)).came, 'user.own_account')
  const { id, came } = await propose(desk, riski, 'user.suspend', input)
  assert.equal(came, 'waiting')
  assert.equal((await outcomeOf(desk, 'GET /desk/me', ani)).status, 200)
  assert.equal(await confirm(desk, rudi, id), 'applied')
  const token = await desk.sessions.open(ani.userId)
  assert.equal((await outcomeOf(desk, 'GET /desk/me', { token })).code, 'desk.forbidden')
})

test("ATT-101: nobody can decline another operator's proposal about their own account", async () => {
  const { riski, rudi } = staff
  const ina = await operatorOf(desk, 'Ira', 'risk')
  const canOf = async (by: Person, id: number) => {
    const { data } = await outcomeOf(desk, 'GET /desk/changes', by)
    const { datas } = data as { datas: readonly { id: number; can: readonly string[] }[] }
    return datas.find((one) => one.id === id)?.can
  }
  const limit = { user_id: ina.userId, currency: 'IDR', daily: '5000000' }
  const suspension = { user_id: ina.userId, why: 'safety' }
  for (const [kind, input] of Object.entries({
    'user.limits': limit,
    'user.suspend': suspension,
  })) {
    const { id } = await propose(desk, riski, kind, input)
    assert.deepEqual(await canOf(ina, id), [])
    assert.equal(await decline(desk, ina, id), 'user.own_account')
    assert.equal(await confirm(desk, ina, id), 'user.own_account')
    assert.deepEqual(await canOf(riski, id), ['decline'])
    assert.deepEqual(await canOf(rudi, id), ['confirm', 'decline'])
    assert.equal(await confirm(desk, rudi, id), 'applied')
  }
})

test('R-41: a demo person cannot be suspended', async () => {
  const { riski } = staff
  const demo = await personAt(desk, 'Demo')
  await desk.database.query(`update accounts.users set demo_name = 'Demo' where id = $1`, [
    demo.userId,
  ])
  const input = { user_id: demo.userId, why: 'rules' }
  assert.equal((await propose(desk, riski, 'user.suspend', input)).came, 'user.demo_person')
})

test('support ends the sessions of a user, one or all', async () => {
  const { support } = staff
  const kyc = await operatorOf(desk, 'Kiki', 'kyc')
  const owner = await newOwner()
  const { userId } = owner
  const other = { ...owner, token: await desk.sessions.open(userId) }
  const { data } = await outcomeOf(desk, `GET /desk/people/${userId}`, support)
  const listed = (data as DeskPersonDetail).sessions
  assert.equal(listed.length, 2)
  const all = { user_id: userId, session_id: null }
  assert.equal((await propose(desk, kyc, 'user.end_sessions', all)).came, 'desk.forbidden')
  const first = { user_id: userId, session_id: Math.min(...listed.map(({ id }) => id)) }
  assert.equal((await propose(desk, support, 'user.end_sessions', first)).came, 'applied')
  assert.deepEqual([await isIn(desk, owner), await isIn(desk, other)], [false, true])
  assert.equal((await propose(desk, support, 'user.end_sessions', all)).came, 'applied')
  assert.equal(await isIn(desk, other), false)
  assert.equal((await propose(desk, support, 'user.end_sessions', all)).came, 'user.no_sessions')
})

test('INV-22: two operators give a user a daily limit, and remove it', async () => {
  const { support, riski, rudi } = staff
  const owner = await newOwner()
  const limitsOf = async () => {
    const { data } = await outcomeOf(desk, `GET /desk/people/${owner.userId}`, support)
    return (data as DeskPersonDetail).limits
  }
  const usual = { currency: 'IDR', daily: '1000000000.00', usual: '1000000000.00', own: false }
  assert.deepEqual(await limitsOf(), [usual])
  assert.equal(usualDaily, 100_000_000_000)
  const set = (daily: string | null, currency = 'IDR') =>
    propose(desk, riski, 'user.limits', { user_id: owner.userId, currency, daily })
  assert.equal((await set('1', 'BTC')).came, 'user.limit_unknown')
  assert.equal((await set('1.234')).came, 'amount.too_precise')
  assert.equal((await set(null)).came, 'user.limit_unchanged')
  const { id, came } = await set('5000000')
  assert.equal(came, 'waiting')
  assert.deepEqual(await limitsOf(), [usual])
  assert.equal(await confirm(desk, rudi, id), 'applied')
  assert.deepEqual(await limitsOf(), [{ ...usual, daily: '5000000.00', own: true }])
  assert.equal(await confirm(desk, rudi, (await set(null)).id), 'applied')
  assert.deepEqual(await limitsOf(), [usual])
})

test('DEC-37 SRV-82 INV-22: two admins remove a lost factor after all checks, a day later', async () => {
  const { riski, ani, adi } = staff
  const owner = await newOwner()
  const { userId } = owner
  const input = { user_id: userId, checks }
  const reset = () => propose(desk, ani, 'user.reset_factor', input)
  assert.equal((await reset()).came, 'user.no_factor')
  await giveFactor(desk, owner)
  assert.equal((await reset()).came, 'user.no_identity')
  await verify(desk, owner)
  assert.equal((await propose(desk, riski, 'user.reset_factor', input)).came, 'desk.forbidden')
  const unchecked = { user_id: userId, checks: { ...checks, face: false } }
  const sloppy = await propose(desk, ani, 'user.reset_factor', unchecked)
  assert.equal(sloppy.came, 'request.malformed')
  const { id, came } = await reset()
  assert.equal(came, 'waiting')
  assert.equal(await confirm(desk, ani, id), 'desk.same_operator')
  assert.equal(await confirm(desk, adi, id), 'applied')
  assert.deepEqual(await mailsTo(desk, owner), ['factor_reset'])
  assert.equal((await reset()).came, 'user.reset_waits')

  const hasFactor = async () => {
    const { data } = await outcomeOf(desk, `GET /desk/people/${userId}`, ani)
    const { two_factor: isOn, factor_reset_at: at } = data as DeskPersonDetail
    return { isOn, waits: at !== null }
  }
  await resetDue()
  assert.deepEqual(await hasFactor(), { isOn: true, waits: true })
  await resetDue(Date.now() + dayMs)
  assert.deepEqual(await hasFactor(), { isOn: false, waits: false })
  assert.equal(await isIn(desk, owner), false)
  assert.deepEqual(await mailsTo(desk, owner), ['factor_reset', 'two_factor_off'])
  assert.equal((await securityHoldOf(desk.database, userId))?.cause, 'factor_changed')
})

test('H-2 INV-22 DEC-37: a reset that only a row claims as agreed removes no factor, and its owner is notified', async () => {
  const { ani } = staff
  const owner = await newOwner()
  await giveFactor(desk, owner)
  await desk.database.query(
    `insert into accounts.factor_reset (user_id, change_id, due_at, token_hash)
     values ($1, 1000000, now() - interval '1 second', sha256('a token of nobody'))`,
    [owner.userId],
  )
  await resetDue()
  const { data } = await outcomeOf(desk, `GET /desk/people/${owner.userId}`, ani)
  const { two_factor: isOn, factor_reset_at: at } = data as DeskPersonDetail
  assert.deepEqual([isOn, at], [true, null])
  assert.deepEqual(await mailsTo(desk, owner), ['factor_reset_dropped'])
  const notices = await desk.database.query<{ kind: string }>(
    'select kind from notifications.notice where account_id = $1',
    [owner.userId],
  )
  assert.deepEqual(
    notices.rows.filter(({ kind }) => kind.startsWith('factor')),
    [{ kind: 'factor_reset_dropped' }],
  )
  await resetDue()
  assert.deepEqual(await mailsTo(desk, owner), ['factor_reset_dropped'])
})

test('H-2 DEC-37: a reset that was brought forward, revived or given another link in its row removes no factor', async () => {
  const { ani, adi } = staff
  const owner = await newOwner()
  const { userId } = owner
  await giveFactor(desk, owner)
  await verify(desk, owner)
  const begin = async () => {
    const { id } = await propose(desk, ani, 'user.reset_factor', { user_id: userId, checks })
    assert.equal(await confirm(desk, adi, id), 'applied')
  }
  const stateOf = async () => {
    const { data } = await outcomeOf(desk, `GET /desk/people/${userId}`, ani)
    const { two_factor: isOn, factor_reset_at: at } = data as DeskPersonDetail
    return { isOn, waits: at !== null }
  }
  const unproven = () => unprovenResets(desk.database, desk.keys)
  /** The user's newest one. */
  const thief = (change: string) =>
    desk.database.query(
      `update accounts.factor_reset set ${change}
       where id = (select max(id) from accounts.factor_reset where user_id = $1)`,
      [userId],
    )
  const mine = (ids: readonly string[]) => ids.includes(`${userId}`)

  await begin()
  assert.equal(mine(await unproven()), false)
  await thief('due_at = now()')
  assert.equal(mine(await unproven()), true)
  await resetDue()
  assert.deepEqual(await stateOf(), { isOn: true, waits: true })
  assert.equal(mine(await unproven()), false, 'it is due when it was')

  // The owner objects; the row claims the opposite.
  await inTransaction(desk.database, (it) => cancelResetOnUse(it, desk.keys, userId))
  await thief(`state = 'waiting', ended_at = null`)
  assert.equal(mine(await unproven()), true)
  await resetDue(Date.now() + dayMs)
  assert.deepEqual(await stateOf(), { isOn: true, waits: false })

  // The user's link is no longer valid.
  await begin()
  await thief(`token_hash = sha256('another one')`)
  await resetDue(Date.now() + dayMs)
  assert.deepEqual(await stateOf(), { isOn: true, waits: false })
})

test('DEC-37: the owner of the mailbox cancels the reset by the link, once, and using the factor cancels it too', async () => {
  const { ani, adi } = staff
  const owner = await newOwner()
  const { userId } = owner
  await giveFactor(desk, owner)
  await verify(desk, owner)
  const begin = async () => {
    const { id } = await propose(desk, ani, 'user.reset_factor', { user_id: userId, checks })
    assert.equal(await confirm(desk, adi, id), 'applied')
  }
  const keep = (token: string) =>
    outcomeOf(desk, 'POST /users/keep-factor', { token: '' }, { token }).then(({ code }) => code)
  await begin()
  assert.equal(await keep('x'.repeat(43)), 'factor.link_used')
  const token = 'a'.repeat(43)
  await desk.database.query(
    `update accounts.factor_reset set token_hash = sha256($1::bytea)
     where user_id = $2 and state = 'waiting'`,
    [Buffer.from(token), userId],
  )
  assert.equal(await keep(token), '')
  assert.equal(await keep(token), 'factor.link_used')
  await begin()
  await inTransaction(desk.database, (transaction) =>
    cancelResetOnUse(transaction, desk.keys, userId),
  )
  await resetDue(Date.now() + dayMs)
  const { data } = await outcomeOf(desk, `GET /desk/people/${userId}`, ani)
  const { two_factor: isOn, factor_reset_at: at } = data as DeskPersonDetail
  assert.deepEqual([isOn, at], [true, null])
  const stored = await desk.database.query(
    `select 1 from desk.audit_entry where action = 'user.factor_kept'`,
  )
  assert.equal(stored.rowCount, 1)
})

test('H-1 DEC-37: no factor is removed if only a database row says that the user is verified', async () => {
  const owner = await newOwner()
  await giveFactor(desk, owner)
  await claimVerified(desk, owner)
  const input = { user_id: owner.userId, checks }
  assert.equal(
    (await propose(desk, staff.ani, 'user.reset_factor', input)).came,
    'user.no_identity',
  )
})

test('M-4 INV-22: two admins release a changed account, with its current row and without its password', async () => {
  const { riski, ani, adi } = staff
  const owner = await newOwner()
  const { userId } = owner
  const heldState = async () => {
    const { data } = await outcomeOf(desk, `GET /desk/people/${userId}`, ani)
    return (data as DeskPersonDetail).held_state
  }
  const prove = (state: string) =>
    propose(desk, ani, 'user.prove', { user_id: userId, state, checks })
  const change = (set: string) =>
    desk.database.query(`update accounts.users set ${set} where id = $1`, [userId])
  const isHeld = async () => !(await isProvenUser(desk.database, desk.keys, userId))
  assert.equal(await heldState(), null)
  assert.equal((await prove('0'.repeat(64))).came, 'user.not_held')

  await change(`password_hash = 'a thief''s'`)
  const first = (await heldState()) ?? ''
  assert.equal((await prove(first)).came, 'user.no_identity')
  await verify(desk, owner)
  const unchecked = { user_id: userId, state: first, checks: { ...checks, mail: false } }
  assert.equal((await propose(desk, ani, 'user.prove', unchecked)).came, 'request.malformed')
  const input = { user_id: userId, state: first, checks }
  assert.equal((await propose(desk, riski, 'user.prove', input)).came, 'desk.forbidden')
  const { id, came } = await prove(first)
  assert.equal(came, 'waiting')
  assert.equal(await confirm(desk, ani, id), 'desk.same_operator')

  // The row was changed again meanwhile, so it is not what the operators agreed to.
  await change(`password_hash = 'another one''s'`)
  assert.equal(await confirm(desk, adi, id), 'user.held_otherwise')
  const late = await inTransaction(desk.database, (transaction) =>
    proveHeldUser(transaction, desk.keys, userId, first),
  )
  assert.equal(late, 'changed')
  assert.equal(await isHeld(), true)
  await decline(desk, adi, id)
  const second = await prove((await heldState()) ?? '')
  assert.equal(await confirm(desk, adi, second.id), 'applied')
  assert.equal(await isHeld(), false)
  assert.equal(await isIn(desk, owner), false)
  assert.deepEqual(await mailsTo(desk, owner), ['choose_password'])
  const stored = await desk.database.query(
    'select password_hash as hash from accounts.users where id = $1',
    [userId],
  )
  assert.deepEqual(stored.rows, [{ hash: null }])
  assert.equal(await heldState(), null)
})
