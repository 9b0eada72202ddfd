import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Answer, Bank } from '../../adapters/bank-gateway/index.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import type { DeskRole } from '@tukar/wire'
import type { BankAccountSettings } from '../../platform/config/bank-account-settings.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { createMail, openParams } from '../../platform/mail/mail.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import {
  type TestAnswer as Answered,
  ask,
  type Desk,
  deskOn,
  giveRole,
  type Person,
  personAt,
} from '../../testing/desk.ts'
import { verify } from '../../testing/verified.ts'
import { untilWaiting } from '../../testing/waiting.ts'
import { securityHoldOf } from '../accounts/index.ts'
import { createDesk } from '../desk/index.ts'
import {
  bankAccountOf,
  deleteBankAccountOf,
  giveDemoAccounts,
  lockBankAccount,
  registerBankAccountDesk,
  registerBankAccountRoutes,
  unlockBankAccount,
  unsealedAccounts,
} from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const banks: readonly Bank[] = [
  { code: 'BCA', name: 'Bank Central Asia (BCA)', canDisburse: true },
  { code: 'MANDIRI', name: 'Bank Mandiri', canDisburse: true },
  { code: 'LAMA', name: 'Bank Lama', canDisburse: false },
]

type Set = Desk & {
  readonly dewi: Person
  readonly keys: Keys
  readonly deps: Parameters<typeof registerBankAccountRoutes>[1]
  /** Sets the answer of the gateway. */
  readonly answerWith: (answer: Answer<readonly Bank[]>) => void
}

const usual: BankAccountSettings = { lockOn: 'first-withdrawal', nameMustMatch: true }

async function setUp(context: TestContext, rules = usual): Promise<Set> {
  const desk = await deskOn(context, await rig.database())
  const keys = testKeys
  let answer: Answer<readonly Bank[]> = { status: 'done', value: banks }
  const deps = {
    database: desk.database,
    keys,
    sessions: desk.sessions,
    mail: createMail(keys),
    origin: 'https://tukar.example',
    gateway: { listBanks: async () => answer },
    rules,
  }
  registerBankAccountRoutes(desk.http, deps)
  const answerWith = (next: typeof answer) => {
    answer = next
  }
  return { ...desk, dewi: await personAt(desk, 'Dewi'), keys, deps, answerWith }
}

const good = { name: 'Bank Mandiri', ac_name: 'Dewi Lestari', ac_number: '1234567890' }
const other = { name: 'Bank Central Asia (BCA)', ac_name: 'Dewi Lestari', ac_number: '5554443332' }

const save = (set: Set, body: object, { token }: Person = set.dewi): Promise<Answered> =>
  ask(set, 'POST', '/users/mybank', { token, body })

const saved = async (set: Set, { token }: Person = set.dewi): Promise<unknown> =>
  (await ask(set, 'GET', '/users/mybank', { token })).body['data']

const lock = ({ database, dewi }: Set) =>
  inTransaction(database, (transaction) => lockBankAccount(transaction, dewi.userId))

/** The kinds of a user's notices, oldest first. */
async function noticesOf({ database }: Set, { userId }: Person): Promise<readonly string[]> {
  const found = await database.query<{ kind: string }>(
    'select kind from notifications.notice where account_id = $1 order by id',
    [userId],
  )
  return found.rows.map(({ kind }) => kind)
}

async function mailsOf({ database, keys }: Set, { email }: Person) {
  const found = await database.query<{ id: string; template: string; sealed: Buffer }>(
    'select mail_id as id, template, sealed from mail.outbox where recipient = $1 order by created_at',
    [email],
  )
  return found.rows.map(({ id, template, sealed }) => {
    return { template, params: openParams(keys, id, sealed) }
  })
}

test('API-12 API-13 BANK-09 DEC-99: a bank account is saved by the name of its bank, and read again', async (t) => {
  const set = await setUp(t)
  assert.equal(await saved(set), null)
  const { status, body } = await save(set, good)
  assert.deepEqual([status, body['success'], body['msg']], [200, 1, 'Your bank account is saved.'])
  assert.deepEqual(await saved(set), { ...good, data_lock: false })
  assert.deepEqual(await bankAccountOf(set.database, set.dewi.userId), {
    bankCode: 'MANDIRI',
    bankName: 'Bank Mandiri',
    holderName: 'Dewi Lestari',
    number: '1234567890',
    isLocked: false,
  })
})

test('ATT-89 DEC-99: code, owner and lock come from the server, whatever else is sent', async (t) => {
  const set = await setUp(t)
  const citra = await personAt(set, 'Citra')
  const body = { ...good, bank_code: 'BCA', user_id: citra.userId, data_lock: true, id: 1 }
  assert.equal((await save(set, body)).body['success'], 1)
  assert.equal((await bankAccountOf(set.database, set.dewi.userId))?.bankCode, 'MANDIRI')
  assert.equal((await bankAccountOf(set.database, set.dewi.userId))?.isLocked, false)
  assert.equal(await saved(set, citra), null)
})

test('DEC-97 BANK-03: unknown and closed banks, and invalid numbers and names, are refused', async (t) => {
  const set = await setUp(t)
  const wrong: readonly (readonly [object, string])[] = [
    [{ name: 'Bank Lama' }, 'bank.unknown'],
    [{ name: 'MANDIRI' }, 'bank.unknown'],
    [{ name: '' }, 'bank.unknown'],
    [{ ac_number: '1234' }, 'bank.number'],
    [{ ac_number: '1'.repeat(21) }, 'bank.number'],
    [{ ac_number: '12345x' }, 'bank.number'],
    [{ ac_number: '1234x5678' }, 'bank.number'],
    [{ ac_number: '١٢٣٤' }, 'bank.number'],
    [{ ac_name: 'D' }, 'bank.holder'],
    [{ ac_name: 'x'.repeat(101) }, 'bank.holder_long'],
    [{ ac_name: '\u202e\u200b' }, 'bank.holder'],
    [{ ac_name: 'Dewi\nLestari' }, 'bank.holder_letter'],
    [{ ac_name: '   ' }, 'bank.holder'],
  ]
  for (const [fields, code] of wrong) {
    const { status, body } = await save(set, { ...good, ...fields })
    assert.deepEqual(
      [status, body['success'], body['code']],
      [200, 0, code],
      JSON.stringify(fields),
    )
  }
  assert.equal((await save(set, { name: 'Bank Mandiri' })).body['code'], 'request.malformed')
  assert.equal(await saved(set), null)
  assert.deepEqual(await noticesOf(set, set.dewi), [])
})

test('ATT-29 DEC-97: after the verification the account must have the verified name, in any spelling of the bank', async (t) => {
  const set = await setUp(t)
  await verify(set, set.dewi.userId, 'Dewi  Lestari')
  const refused = await save(set, { ...good, ac_name: 'Citra Ayu' })
  assert.equal(refused.body['code'], 'bank.holder_differs')
  assert.match(String(refused.body['msg']), /Dewi L••••/)
  assert.equal((await save(set, { ...good, ac_name: 'DEWI LESTARI.' })).body['success'], 1)
})

test('SRV-27 SRV-82: the first account is notified by notice and e-mail without a hold; a change causes a hold', async (t) => {
  const set = await setUp(t)
  const { userId } = set.dewi
  await save(set, good)
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved'])
  assert.equal(await securityHoldOf(set.database, userId), null)
  await save(set, { ...good, ac_name: ' Dewi Lestari ' })
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved'])
  assert.equal((await save(set, other)).body['success'], 1)
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved', 'bank_changed'])
  assert.equal((await securityHoldOf(set.database, userId))?.cause, 'bank_changed')
  const mails = await mailsOf(set, set.dewi)
  assert.deepEqual(
    mails.map(({ template }) => template),
    ['bank_saved', 'bank_changed'],
  )
  assert.equal(JSON.stringify(mails).includes(other.ac_number), false)
  assert.match(JSON.stringify(mails.at(-1)), /Bank Central Asia \(BCA\).*…3332/)
})

test('ATT-29: of fifty changes in a minute thirty are accepted, and another user can still save', async (t) => {
  const set = await setUp(t)
  const citra = await personAt(set, 'Citra')
  const answers: (readonly [number, unknown])[] = []
  for (let change = 0; change < 50; change++) {
    const { status, body } = await save(set, change % 2 === 0 ? good : other)
    answers.push([status, body['code']])
  }
  assert.deepEqual(
    answers.map(([status]) => status),
    Array.from({ length: 50 }, (_, change) => (change < 30 ? 200 : 429)),
  )
  assert.deepEqual(answers.at(-1), [429, 'request.rate'])
  assert.deepEqual(await saved(set), { ...other, data_lock: false })
  assert.equal((await mailsOf(set, set.dewi)).length, 30)
  assert.equal((await save(set, good, citra)).body['success'], 1)
})

test('SRV-08: the record of a change has the bank and the last digits, not the whole number', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  await save(set, other)
  const events = await set.database.query(
    'select kind, details from security.event where account_id = $1 order by id',
    [set.dewi.userId],
  )
  assert.deepEqual(events.rows, [
    { kind: 'bank.saved', details: { bank: 'Bank Mandiri', number: '…7890' } },
    { kind: 'bank.changed', details: { bank: 'Bank Central Asia (BCA)', number: '…3332' } },
  ])
})

test('ATT-20 ADR-0009: an older session may save the first account, but not change it', async (t) => {
  const set = await setUp(t)
  await set.database.query(`update accounts.session set created_at = now() - interval '16 minutes'`)
  assert.equal((await save(set, good)).body['success'], 1)
  const refused = await save(set, other)
  assert.deepEqual([refused.status, refused.body['code']], [200, 'bank.sign_in_again'])
  assert.equal((await save(set, good)).body['success'], 1)
  assert.deepEqual(await saved(set), { ...good, data_lock: false })
})

test('DATA-11 ATT-29 SRV-29 DEC-96 DEC-98: arrived money locks the account once; then every change is refused', async (t) => {
  const set = await setUp(t)
  await lock(set)
  await save(set, good)
  await Promise.all([lock(set), lock(set)])
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved', 'bank_locked'])
  assert.deepEqual(await saved(set), { ...good, data_lock: true })
  for (const body of [other, good, { ...other, data_lock: false }]) {
    const refused = await save(set, body)
    assert.deepEqual([refused.status, refused.body['code']], [200, 'bank.locked'])
  }
  assert.deepEqual(await saved(set), { ...good, data_lock: true })
  assert.equal(await securityHoldOf(set.database, set.dewi.userId), null)
})

test('DEC-96: if the first save locks, it does so at once, and again after an operator unlocked it', async (t) => {
  const set = await setUp(t, { lockOn: 'first-save', nameMustMatch: true })
  assert.equal((await save(set, good)).body['success'], 1)
  assert.deepEqual(await saved(set), { ...good, data_lock: true })
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved', 'bank_locked'])
  assert.equal((await save(set, other)).body['code'], 'bank.locked')
  await inTransaction(set.database, (transaction) =>
    unlockBankAccount(set.deps, transaction, set.dewi.userId, { address: '192.0.2.9' }),
  )
  assert.equal((await save(set, other)).body['success'], 1)
  assert.deepEqual(await saved(set), { ...other, data_lock: true })
})

test('DEC-97: if names need not match, an account with another name is accepted', async (t) => {
  const set = await setUp(t, { ...usual, nameMustMatch: false })
  await verify(set, set.dewi.userId, 'Citra Ayu')
  assert.equal((await save(set, good)).body['success'], 1)
})

test('DEC-96: money that arrived at another account than the saved one locks nothing', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  await save(set, other)
  const lockFor = (bankCode: string, number: string) =>
    inTransaction(set.database, (transaction) =>
      lockBankAccount(transaction, set.dewi.userId, { bankCode, number }),
    )
  await lockFor('MANDIRI', good.ac_number)
  assert.deepEqual(await saved(set), { ...other, data_lock: false })
  await lockFor('BCA', other.ac_number)
  assert.deepEqual(await saved(set), { ...other, data_lock: true })
})

test('DEC-96: a lock that is rolled back notifies nobody', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  const failed = inTransaction(set.database, async (transaction) => {
    await lockBankAccount(transaction, set.dewi.userId)
    throw new Error('the payout is not through')
  })
  await assert.rejects(failed)
  assert.deepEqual(await noticesOf(set, set.dewi), ['bank_saved'])
  assert.deepEqual(await saved(set), { ...good, data_lock: false })
})

test('DEC-96 SRV-82: an operator unlocks; withdrawals pause, and the owner is notified by notice and e-mail', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  const unlock = () =>
    inTransaction(set.database, (transaction) =>
      unlockBankAccount(set.deps, transaction, set.dewi.userId, { address: '192.0.2.9' }),
    )
  await assert.rejects(unlock(), { code: 'bank.not_locked' })
  await lock(set)
  await unlock()
  assert.deepEqual(await saved(set), { ...good, data_lock: false })
  assert.equal((await securityHoldOf(set.database, set.dewi.userId))?.cause, 'bank_unlocked')
  assert.deepEqual((await noticesOf(set, set.dewi)).at(-1), 'bank_unlocked')
  assert.deepEqual((await mailsOf(set, set.dewi)).at(-1)?.template, 'bank_unlocked')
  assert.equal((await save(set, other)).body['success'], 1)
})

test('DEC-96 INV-23: risk locks and unlocks with a recorded reason, never the own account, and nobody else can', async (t) => {
  const set = await setUp(t)
  const { database, log, sessions, http, keys } = set
  const desk = createDesk({
    database,
    log,
    sessions,
    keys,
    isSimulation: false,
    executorEmails: [],
  })
  registerBankAccountDesk(http, desk, set.deps)
  await save(set, good)
  const operatorAt = async (name: string, role: DeskRole) => {
    const person = await personAt(set, name)
    await giveRole(database, person.userId, role)
    await database.query(
      `insert into accounts.two_factor (user_id, sealed_seed, activated_at) values ($1, '\\x00', now())`,
      [person.userId],
    )
    return person
  }
  const turn = async (to: 'lock' | 'unlock', { token }: Person, userId = set.dewi.userId) => {
    const body = { user_id: userId, reason: 'asked by mail, called back' }
    return (await ask(set, 'POST', `/desk/bank-account/${to}`, { token, body })).body
  }
  const [risk, support] = [await operatorAt('Risk', 'risk'), await operatorAt('Support', 'support')]
  for (const to of ['lock', 'unlock'] as const) {
    assert.equal((await turn(to, set.dewi))['code'], 'desk.forbidden')
    assert.equal((await turn(to, support))['code'], 'desk.forbidden')
    assert.equal((await turn(to, risk, risk.userId))['code'], 'desk.own_case')
  }
  assert.equal((await turn('lock', risk, support.userId))['code'], 'bank.not_lockable')
  const demo = await personAt(set, 'Demo')
  await makeDemo(set, demo)
  await giveDemoAccounts(set.deps)
  for (const to of ['lock', 'unlock'] as const) {
    assert.equal((await turn(to, risk, demo.userId))['code'], 'user.demo_person')
  }
  assert.equal((await turn('lock', risk))['success'], 1)
  assert.deepEqual(await saved(set), { ...good, data_lock: true })
  assert.deepEqual((await noticesOf(set, set.dewi)).at(-1), 'bank_locked')
  assert.equal((await turn('lock', risk))['code'], 'bank.not_lockable')
  assert.equal((await turn('unlock', risk))['success'], 1)
  assert.deepEqual(await saved(set), { ...good, data_lock: false })
  assert.equal((await turn('unlock', risk))['code'], 'bank.not_locked')
  const entries = await database.query(
    'select operator_id, action, subject, reason from desk.audit_entry order by no',
  )
  const entry = {
    operator_id: risk.userId,
    subject: `account:${set.dewi.userId}`,
    reason: 'asked by mail, called back',
  }
  assert.deepEqual(entries.rows, [
    { ...entry, action: 'bank.lock' },
    { ...entry, action: 'bank.unlock' },
  ])
})

test('SRV-27 DEC-96: a change that meets the lock waits for it, and is refused', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  const change = await inTransaction(set.database, async (transaction) => {
    await lockBankAccount(transaction, set.dewi.userId)
    const running = save(set, other)
    await untilWaiting(set.database, 1)
    return { running }
  })
  assert.equal((await change.running).body['code'], 'bank.locked')
  assert.deepEqual(await saved(set), { ...good, data_lock: true })
})

test('DATA-12 SRV-28 API-80 BANK-03: the list says which banks can receive payouts; without it nothing is saved', async (t) => {
  const set = await setUp(t)
  const { token } = set.dewi
  const list = () => ask(set, 'GET', '/api/payment/available_disbursements_bank', { token })
  assert.deepEqual((await list()).body['data'], {
    listsBank: [
      { code: 'BCA', name: 'Bank Central Asia (BCA)', can_disburse: true },
      { code: 'MANDIRI', name: 'Bank Mandiri', can_disburse: true },
      { code: 'LAMA', name: 'Bank Lama', can_disburse: false },
    ],
  })
  set.answerWith({ status: 'unknown', reason: 'timeout' })
  const away = await list()
  assert.deepEqual([away.status, away.body['code']], [503, 'bank.list_unavailable'])
  assert.equal((await save(set, good)).body['code'], 'bank.list_unavailable')
  assert.equal(await saved(set), null)
})

test('API-12 API-13 API-80: guests are asked to sign in', async (t) => {
  const set = await setUp(t)
  for (const [method, url] of [
    ['GET', '/users/mybank'],
    ['POST', '/users/mybank'],
    ['GET', '/api/payment/available_disbursements_bank'],
  ] as const) {
    const { status, body } = await ask(set, method, url, method === 'POST' ? { body: good } : {})
    assert.deepEqual([status, body['code']], [401, 'session.invalid'])
  }
})

test('DEC-40: the bank account is deleted with the user', async (t) => {
  const set = await setUp(t)
  await save(set, good)
  await deleteBankAccountOf(set.database, set.dewi.userId)
  assert.equal(await bankAccountOf(set.database, set.dewi.userId), null)
})

/** Makes a user a demo person; each one has the name of the account. */
async function makeDemo({ database }: Set, { userId }: Person): Promise<void> {
  await database.query('update accounts.users set demo_name = full_name where id = $1', [userId])
}

test('LOW-10 R-41: demo people have an account in their own name from the start, and nobody can change it', async (t) => {
  const set = await setUp(t, { ...usual, nameMustMatch: false })
  const { dewi } = set
  const citra = await personAt(set, 'Citra')
  await makeDemo(set, dewi)
  await giveDemoAccounts(set.deps)
  await giveDemoAccounts(set.deps)
  const first = await bankAccountOf(set.database, dewi.userId)
  assert.deepEqual([first?.holderName, first?.isLocked], ['Dewi', false])
  assert.equal(await bankAccountOf(set.database, citra.userId), null)
  assert.deepEqual(await unsealedAccounts(set.database, set.keys), { count: 1, userIds: [] })
  const said = async (body: object) => {
    const answer = await save(set, body)
    return answer.body['success'] === 1 ? 'saved' : answer.body['code']
  }
  const stored = { name: first?.bankName, ac_name: 'Dewi', ac_number: first?.number }
  assert.equal(await said(stored), 'saved', 'the same again changes nothing')
  assert.equal(await said({ ...stored, ac_name: 'Citra' }), 'bank.holder_differs')
  assert.equal(await said({ ...stored, ac_number: other.ac_number }), 'bank.demo_person')
  assert.deepEqual(await bankAccountOf(set.database, dewi.userId), first)
})
