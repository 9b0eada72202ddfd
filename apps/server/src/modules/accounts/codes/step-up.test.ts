import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'
import { ask } from '../../../testing/desk.ts'
import type { CodePayment } from './code-payment.ts'
import { sweepCodes } from './one-time-codes-store.ts'
import { claimStepUp, proveStepUp } from './step-up.ts'
import {
  enter,
  mailsTo,
  type Member,
  memberAt,
  protect,
  type SignInDesk,
  signInDesk,
} from '../testing/sign-in-desk.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

const client = { address: '192.0.2.1', device: '', language: 'en' } as const

type Set = { readonly desk: SignInDesk; readonly member: Member; readonly token: string }

async function setUp(test: TestContext): Promise<Set> {
  const desk = await signInDesk(test, databaseUrl)
  const member = await memberAt(desk)
  return { desk, member, token: await enter(desk, member.email) }
}

/** The payment, unless a test names another one. */
const payment: CodePayment = {
  symbol: 'USDT',
  chainId: 1,
  amount: '12.5',
  receiver: '0x52908400098527886E0F7030069857D2E4169EE7',
}
/** The same payment as it is named when a code is requested. */
const named = {
  currency: payment.symbol,
  chain_id: payment.chainId,
  amount: payment.amount,
  withdraw_to: payment.receiver,
}

/** Requests an e-mailed code; null names no payment. */
const send = ({ desk, token }: Set, paid: object | null = named) =>
  ask(desk, 'POST', '/otps/create', { token, body: paid === null ? {} : { payment: paid } })

/** The newest e-mailed code. */
async function codeOf({ desk, member }: Set): Promise<string> {
  const mails = await mailsTo(desk, member.email)
  const codes = mails.filter(({ template }) => /^(?:one_time|payment)_code$/.test(template))
  const params = codes.at(-1)?.params
  return params !== undefined && 'code' in params ? String(params.code) : ''
}

/** Claims and proves like a withdrawal; returns how it was proven, or the code of the refusal. */
async function prove(
  { desk: { deps, database, sessions }, token }: Set,
  { otp = '', factorCode = '' }: { readonly otp?: string; readonly factorCode?: string },
  work: () => void = () => undefined,
  paid: CodePayment = payment,
): Promise<string> {
  const session = await sessions.authenticate(token)
  assert.ok(session !== null)
  const stepUp = { session, otp, factorCode, client, payment: paid }
  try {
    await claimStepUp(deps, stepUp)
    return await inTransaction(database, async (transaction) => {
      const way = await proveStepUp(deps, transaction, stepUp)
      work()
      return way
    })
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** A code that differs from this one. */
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Moves the times of a user's codes back. */
async function pass({ desk, member }: Set, seconds: number): Promise<void> {
  await desk.database.query(
    `update accounts.one_time_code set sent_at = sent_at - make_interval(secs => $2),
       expires_at = expires_at - make_interval(secs => $2),
       since = since - make_interval(secs => $2) where user_id = $1`,
    [member.userId, seconds],
  )
}

test('SRV-73 OTP-02 OTP-03 API-62: six digits are e-mailed, stored as a keyed hash alone, and prove once', async (t) => {
  const set = await setUp(t)
  const { desk, member } = set
  const answer = await send(set)
  assert.deepEqual(
    [answer.status, answer.body['success'], answer.body['msg']],
    [200, 1, 'Please find the OTP in your email inbox.'],
  )
  assert.deepEqual([answer.body['expires_s'], answer.body['resend_s']], [300, 60])
  const code = await codeOf(set)
  assert.match(code, /^\d{6}$/)
  const stored = await desk.database.query(
    'select * from accounts.one_time_code where user_id = $1',
    [member.userId],
  )
  assert.equal(JSON.stringify(stored.rows).includes(code), false)
  const events = await desk.database.query(
    `select kind, details from security.event where account_id = $1 and kind like 'otp.%'`,
    [member.userId],
  )
  assert.deepEqual(events.rows, [{ kind: 'otp.sent', details: { purpose: 'withdrawal' } }])
  assert.equal(await prove(set, { otp: ` ${code} ` }), 'mail')
  assert.equal(await prove(set, { otp: code }), 'otp.expired')
})

test('SRV-73: the e-mail is in the language of its reader', async (t) => {
  const set = await setUp(t)
  await set.desk.database.query(`update accounts.users set language = 'id' where id = $1`, [
    set.member.userId,
  ])
  await send(set)
  const [mail] = (await mailsTo(set.desk, set.member.email)).filter(
    ({ template }) => template === 'payment_code',
  )
  assert.equal(mail?.language, 'id')
})

test('ATT-91 DEC-122: five attempts are counted even if the transaction rolls back; then the correct code is refused', async (t) => {
  const set = await setUp(t)
  await send(set)
  const code = await codeOf(set)
  for (let attempt = 1; attempt <= 5; attempt++) {
    assert.equal(await prove(set, { otp: wrongFor(code) }), 'otp.wrong')
  }
  assert.equal(await prove(set, { otp: code }), 'otp.too_many')
  await pass(set, 61)
  await send(set)
  assert.equal(await prove(set, { otp: await codeOf(set) }), 'mail')
})

test('ATT-91: a malformed code is wrong, and uses no attempt', async (t) => {
  const set = await setUp(t)
  await send(set)
  const code = await codeOf(set)
  for (const otp of ['', '12345', '1234567', 'abcdef', '１２３４５６', `${code}0`, '12 34 56']) {
    assert.equal(await prove(set, { otp }), 'otp.wrong', otp)
  }
  assert.equal(await prove(set, { otp: code }), 'mail')
})

const nothing = () => undefined

test('ATT-13: a code for one payment confirms no other, and the refusal says so', async (t) => {
  const set = await setUp(t)
  assert.equal((await send(set, named)).body['success'], 1)
  const otp = await codeOf(set)
  const others: readonly Partial<CodePayment>[] = [
    { amount: '12.51' },
    { receiver: '0x52908400098527886E0F7030069857D2E4169EE8' },
    { symbol: 'USDC' },
    { chainId: 56 },
  ]
  for (const other of others) {
    const answer = await prove(set, { otp }, nothing, { ...payment, ...other })
    assert.equal(answer, 'otp.other_payment', JSON.stringify(other))
  }
  // The spelling makes no difference.
  const same = { ...payment, amount: '012.500', receiver: ` ${payment.receiver?.toLowerCase()} ` }
  assert.equal(await prove(set, { otp }, nothing, same), 'mail')
})

test('ATT-13: the e-mail of a code names amount and receiver, in the language of its reader', async (t) => {
  const set = await setUp(t)
  const { desk, member } = set
  await send(set, named)
  await desk.database.query(`update accounts.users set language = 'id' where id = $1`, [
    member.userId,
  ])
  await send(set, { currency: 'idr', amount: 150_000 })
  const mails = await mailsTo(desk, member.email)
  const notified = mails.flatMap((mail) =>
    mail.template === 'payment_code' && 'amount' in mail.params && 'receiver' in mail.params
      ? [[mail.params.amount, mail.params.receiver]]
      : [],
  )
  assert.deepEqual(notified, [
    ['12,5 USDT', payment.receiver],
    ['Rp 150.000', 'rekening bank Anda yang tersimpan'],
  ])
})

test('ATT-13 DEC-122: a code for another payment does not wait a minute, and replaces the earlier one', async (t) => {
  const set = await setUp(t)
  await send(set, named)
  const first = await codeOf(set)
  assert.equal((await send(set, named)).body['code'], 'otp.too_soon')
  const other = { ...named, amount: '13' }
  assert.equal((await send(set, other)).body['success'], 1)
  const second = await codeOf(set)
  if (first !== second) assert.equal(await prove(set, { otp: first }), 'otp.wrong')
  assert.equal(await prove(set, { otp: second }, nothing, { ...payment, amount: '13' }), 'mail')
  for (let sent = 2; sent < 10; sent++) {
    assert.equal((await send(set, { ...named, amount: `${sent}` })).body['success'], 1)
  }
  const many = await send(set, { ...named, amount: '100' })
  assert.deepEqual([many.status, many.body['code']], [429, 'mail.too_many'])
})

test('ATT-13: an invalid payment sends no code', async (t) => {
  const set = await setUp(t)
  const faults: readonly object[] = [
    { amount: '-1' },
    { amount: '1,5' },
    { amount: -5 },
    { amount: 1e-7 },
    { amount: 1e21 },
    { currency: 'U SD' },
    { withdraw_to: 'evil.example/x' },
    { chain_id: 'one' },
  ]
  for (const fault of faults) {
    assert.equal((await send(set, { ...named, ...fault })).status, 400, JSON.stringify(fault))
  }
  assert.equal(await codeOf(set), '')
})

test('M-2: a code that was requested without a payment confirms none: its use e-mails one that names the payment', async (t) => {
  const set = await setUp(t)
  assert.equal((await send(set, null)).body['success'], 1)
  const unnamed = await codeOf(set)
  assert.equal(await prove(set, { otp: wrongFor(unnamed) }), 'otp.wrong')
  assert.equal(await prove(set, { otp: unnamed }), 'otp.unnamed')
  const [last] = (await mailsTo(set.desk, set.member.email)).slice(-1)
  assert.equal(last?.template, 'payment_code')
  assert.deepEqual(
    { amount: '12,5 USDT', receiver: payment.receiver, ...last?.params },
    last?.params,
  )
  const otp = await codeOf(set)
  assert.equal(
    await prove(set, { otp }, nothing, { ...payment, amount: '13' }),
    'otp.other_payment',
  )
  assert.equal(await prove(set, { otp }), 'mail')
  assert.equal(await prove(set, { otp: unnamed }), 'otp.expired')
})

test('M-2: of many uses of a code without a payment only one sends another e-mail, and none confirms', async (t) => {
  const set = await setUp(t)
  await send(set, null)
  const otp = await codeOf(set)
  const answers = await Promise.all(Array.from({ length: 5 }, () => prove(set, { otp })))
  assert.equal(answers.filter((answer) => answer === 'otp.unnamed').length, 1)
  assert.ok(!answers.includes('mail'))
  const mails = await mailsTo(set.desk, set.member.email)
  assert.equal(mails.filter(({ template }) => template === 'payment_code').length, 1)
})

test('ATT-84 SRV-73: of 100 concurrent uses of one code only one succeeds', async (t) => {
  const set = await setUp(t)
  await send(set)
  const otp = await codeOf(set)
  const answers = await Promise.all(Array.from({ length: 100 }, () => prove(set, { otp })))
  assert.equal(answers.filter((answer) => answer === 'mail').length, 1)
  assert.ok(answers.every((answer) => /^(?:mail|otp\.(?:expired|too_many))$/.test(answer)))
})

test('ATT-91: a withdrawal that rolls back leaves the code unused', async (t) => {
  const set = await setUp(t)
  await send(set)
  const otp = await codeOf(set)
  const fail = () => {
    throw refusalOfCore('order.insufficient_balance', {})
  }
  assert.equal(await prove(set, { otp }, fail), 'order.insufficient_balance')
  assert.equal(await prove(set, { otp }), 'mail')
})

test('ATT-91: a code without a claimed attempt proves nothing', async (t) => {
  const set = await setUp(t)
  await send(set)
  const session = await set.desk.sessions.authenticate(set.token)
  assert.ok(session !== null)
  const stepUp = {
    session,
    otp: await codeOf(set),
    factorCode: '',
    client,
    payment,
  }
  const { deps, database } = set.desk
  await assert.rejects(
    inTransaction(database, (transaction) => proveStepUp(deps, transaction, stepUp)),
    { code: 'otp.wrong' },
  )
})

test('DEC-122: another code is sent after a minute and replaces the earlier one; a code is valid for five minutes', async (t) => {
  const set = await setUp(t)
  await send(set)
  const first = await codeOf(set)
  const soon = await send(set)
  assert.deepEqual([soon.status, soon.body['code']], [429, 'otp.too_soon'])
  assert.ok(Number(soon.headers['retry-after']) > 50 && Number(soon.headers['retry-after']) <= 60)
  await pass(set, 61)
  assert.equal((await send(set)).body['success'], 1)
  const second = await codeOf(set)
  assert.equal(await prove(set, { otp: first }), first === second ? 'mail' : 'otp.wrong')
  await pass(set, 301)
  assert.equal(await prove(set, { otp: second }), 'otp.expired')
})

test('DEC-122: after a code was used, the next one is sent at once', async (t) => {
  const set = await setUp(t)
  await send(set)
  await prove(set, { otp: await codeOf(set) })
  assert.equal((await send(set)).body['success'], 1)
})

test('SRV-73 SRV-04: 100 concurrent requests e-mail one code, and ten are sent per hour', async (t) => {
  const set = await setUp(t)
  const burst = await Promise.all(Array.from({ length: 100 }, () => send(set)))
  assert.equal(burst.filter(({ body }) => body['success'] === 1).length, 1)
  for (let sent = 2; sent <= 10; sent++) {
    await pass(set, 61)
    assert.equal((await send(set)).body['success'], 1)
  }
  await pass(set, 61)
  const over = await send(set)
  assert.deepEqual([over.status, over.body['code']], [429, 'mail.too_many'])
  await pass(set, 3_600)
  assert.equal((await send(set)).body['success'], 1)
})

test('SRV-73: a code is valid for its owner alone', async (t) => {
  const set = await setUp(t)
  const other = await setUp(t)
  await send(set)
  await send(other)
  const [own, others] = [await codeOf(set), await codeOf(other)]
  if (own !== others) assert.equal(await prove(other, { otp: own }), 'otp.wrong')
  assert.equal(await prove(other, { otp: others }), 'mail')
  assert.equal(await prove(set, { otp: own }), 'mail')
  assert.equal((await ask(set.desk, 'POST', '/otps/create', { body: {} })).status, 401)
})

test("SRV-73 OTP-01: with a second factor no code is e-mailed, and the factor's code proves once", async (t) => {
  const set = await setUp(t)
  const authenticator = await protect(set.desk, set.token)
  const refused = await send(set)
  assert.deepEqual([refused.status, refused.body['code']], [200, 'otp.factor_active'])
  assert.equal(await prove(set, { factorCode: authenticator.wrongCode() }), 'two_factor.wrong')
  const factorCode = authenticator.code()
  const answers = await Promise.all(Array.from({ length: 8 }, () => prove(set, { factorCode })))
  assert.deepEqual(answers.toSorted(), ['factor', ...Array(7).fill('two_factor.wrong')])
})

test('OTP-01 ATT-91: an e-mailed code is invalid once a second factor is active', async (t) => {
  const set = await setUp(t)
  await send(set)
  const otp = await codeOf(set)
  await protect(set.desk, set.token)
  assert.equal(await prove(set, { otp, factorCode: otp }), 'two_factor.wrong')
})

test('ATT-07: codes of a factor are counted over all withdrawals', async (t) => {
  const set = await setUp(t)
  const authenticator = await protect(set.desk, set.token)
  const factorCode = authenticator.wrongCode()
  const answers: string[] = []
  for (let attempt = 0; attempt < 11; attempt++) answers.push(await prove(set, { factorCode }))
  assert.deepEqual([answers.at(0), answers.at(-1)], ['two_factor.wrong', 'two_factor.too_many'])
})

test('SRV-73: expired rows are deleted, and counted ones stay', async (t) => {
  const set = await setUp(t)
  const { database } = set.desk
  const rows = async () =>
    (
      await database.query('select 1 from accounts.one_time_code where user_id = $1', [
        set.member.userId,
      ])
    ).rowCount
  await send(set)
  await sweepCodes(database)
  assert.equal(await rows(), 1)
  await pass(set, 3_601)
  await sweepCodes(database)
  assert.equal(await rows(), 0)
})

/** Changes the row of the code in the database. */
const tamper = ({ desk, member }: Set, change: string, ...values: readonly Buffer[]) =>
  desk.database.query(`update accounts.one_time_code set ${change} where user_id = $1`, [
    member.userId,
    ...values,
  ])

test('M-4 ATT-97: attempts that are reset in the database stay counted, and a code cannot outlive its original end', async (t) => {
  const set = await setUp(t)
  await send(set)
  const otp = await codeOf(set)
  for (let tries = 0; tries < 5; tries++) {
    assert.equal(await prove(set, { otp: wrongFor(otp) }), 'otp.wrong')
    await tamper(set, 'attempts = 0')
  }
  assert.equal(await prove(set, { otp }), 'otp.too_many')

  await pass(set, 61)
  await send(set)
  const second = await codeOf(set)
  await tamper(set, `lasts_until = now() - interval '1 second'`)
  assert.equal(await prove(set, { otp: second }), 'otp.expired')
  await tamper(set, `expires_at = now() + interval '1 day', lasts_until = now() + interval '1 day'`)
  assert.equal(await prove(set, { otp: second }), 'otp.wrong')
})

test('M-4 ATT-97: a used code that is restored in the database proves nothing again, for any payment', async (t) => {
  const set = await setUp(t)
  await send(set)
  const otp = await codeOf(set)
  const found = await set.desk.database.query<{ code: Buffer; payment: Buffer }>(
    `select code_hash as code, payment_hash as payment from accounts.one_time_code where user_id = $1`,
    [set.member.userId],
  )
  const [stored] = found.rows
  assert.ok(stored !== undefined)
  assert.equal(await prove(set, { otp }), 'mail')
  await tamper(set, 'code_hash = $2, payment_hash = $3', stored.code, stored.payment)
  assert.equal(await prove(set, { otp }), 'otp.expired')

  await pass(set, 61)
  const other = { ...payment, amount: '13' }
  await send(set, { ...named, amount: '13' })
  const forOther = await codeOf(set)
  await tamper(set, 'payment_hash = $2', stored.payment)
  assert.equal(await prove(set, { otp: forOther }), 'otp.wrong')
  assert.equal(await prove(set, { otp: forOther }, undefined, other), 'otp.wrong')
})
