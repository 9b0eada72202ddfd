/** Withdrawals against the local bank: held once, sent once, settled or given back to the last rupiah. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { TestAnswer } from '../../../../testing/desk.ts'
import { suspend } from '../../../../testing/desk.ts'
import { endSuspension } from '../../../accounts/index.ts'
import { reversedDeposit } from '../../chains/testing/coins.ts'
import { wakeWithdrawalsOf } from '../../held-withdrawals.ts'
import { setPersonLimit, unprovenLimits } from '../../person-limits.ts'
import { bookWithdrawal } from '../booking.ts'
import { rememberRefused } from '../releasing/refused-payouts.ts'
import { createFunding } from '../funding.ts'
import { writeBankAccount } from '../../../bank-account/index.ts'
import {
  accountOf,
  askAs,
  assertEqualBooks,
  balanceOf,
  hasten,
  mailsOf,
  newKey,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  send,
  withdraw,
} from '../testing/rupiah-desk.ts'
import { unitsOf } from '../units.ts'
import { createWithdrawalExecutor } from './withdrawal-executor.ts'
import { nothingKnown } from './withdrawal-row.ts'
import { readWithdrawal } from './withdrawal-store.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Own = Parameters<typeof rupiahDesk>[2]
const setUp = async (context: TestContext, own: Own = {}): Promise<RupiahDesk> =>
  rupiahDesk(context, await rig.database(), own)

type Row = Readonly<Record<string, unknown>>
type Person = Parameters<typeof askAs>[1]

const idOf = ({ body }: TestAnswer): number => Number((body['data'] as Row)['id'])
const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]
const fund = unitsOf(50_000_000)

async function listed(desk: RupiahDesk, person: Person): Promise<Row> {
  const { body } = await askAs(desk, person, '/wallets_idr/withdraws')
  return (body['data'] as { datas: readonly Row[] }).datas[0] ?? {}
}

const statesOf = (row: Row) => (row['steps'] as readonly Row[]).map(({ state }) => state)

/** The bank ends or reverses a payout. */
async function turn(desk: RupiahDesk, withdrawalId: number, state: string): Promise<void> {
  const found = await desk.database.query<{ payout_id: string }>(
    'select payout_id from wallets.withdrawal where id = $1',
    [withdrawalId],
  )
  await desk.control(`/payouts/${found.rows[0]?.payout_id}/decide`, { state })
}

test('IDRW-04 IDRW-05 SRV-75 SRV-78 SRV-81 DEC-96: a withdrawal is held, sent, settled, notified, and locks the bank account', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const answer = await withdraw(desk, dewi, 1_000_000, { fee: '5500' })
  assert.deepEqual([answer.status, answer.body['msg']], [200, 'Witdhraw berhasil di proses'])
  const row = await rowIn(desk, 'withdrawal', idOf(answer), 'completed')
  assert.deepEqual([row['fee'], row['provider_fee'], row['net']], [50_000, 500_000, 99_450_000])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
  assert.equal((await balanceOf(desk, 1)).available, 50_000)
  await assertEqualBooks(desk)
  const shown = await listed(desk, dewi)
  assert.deepEqual(
    [shown['wdidr_status'], shown['wdidr_amount'], shown['wdidr_fee'], shown['wdidr_net']],
    ['COMPLETED', '1000000.00', '5500.00', '994500.00'],
  )
  const states = ['requested', 'held', 'approved', 'sending', 'sent', 'completed']
  assert.deepEqual(statesOf(shown), states)
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_completed')).length, 1)
  const bank = await desk.database.query('select locked_at from bank.account')
  assert.notEqual(bank.rows[0]?.locked_at, null)
})

for (const lockOn of ['first-save', 'manual'] as const) {
  test(`DEC-96: where ${lockOn} locks, money that arrived does not`, async (t) => {
    const desk = await setUp(t, { rules: { lockOn, nameMustMatch: true } })
    const dewi = await desk.person('Dewi')
    await rowIn(desk, 'withdrawal', idOf(await withdraw(desk, dewi, 100_000)), 'completed')
    const bank = await desk.database.query('select locked_at from bank.account')
    assert.deepEqual(bank.rows, [{ locked_at: null }])
  })
}

test('DEC-97: a payout to another name than the verified one waits, unless the rules allow it', async (t) => {
  for (const nameMustMatch of [true, false]) {
    const desk = await setUp(t, { rules: { lockOn: 'first-withdrawal', nameMustMatch } })
    const dewi = await desk.person('Dewi')
    await writeBankAccount(desk.database, desk.deps.keys, dewi.userId, accountOf('Citra Ayu'))
    const id = idOf(await withdraw(desk, dewi, 100_000))
    const row = await rowIn(desk, 'withdrawal', id, nameMustMatch ? 'waiting' : 'completed')
    assert.equal(row['cause'], nameMustMatch ? 'name_mismatch' : null)
    await desk.stop()
  }
})

test('ATT-84: of 100 concurrent withdrawals of the whole balance one succeeds', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const otp = await desk.code(dewi, 50_000_000)
  const body = { amount: '50000000', otp }
  const ask = () => askAs(desk, dewi, '/wallets_idr/withdraw', body)
  const answers = await Promise.all(Array.from({ length: 100 }, ask))
  const done = answers.filter(({ body: { success } }) => success === 1)
  assert.equal(done.length, 1, JSON.stringify(answers.map(codeOf).slice(0, 5)))
  const [first] = done
  assert.ok(first !== undefined)
  await rowIn(desk, 'withdrawal', idOf(first), 'completed')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 0, held: 0 })
  await assertEqualBooks(desk)
})

test('ATT-84 R-12: a hundred requests with the same key make one withdrawal, and each answer shows it', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const [key, otp] = [newKey(), await desk.code(dewi, 1_000_000)]
  const ask = (amount = '1000000') =>
    askAs(desk, dewi, '/wallets_idr/withdraw', { amount, otp }, key)
  const first = await ask()
  assert.equal(first.status, 200)
  const answers = await Promise.all(Array.from({ length: 99 }, () => ask()))
  assert.deepEqual([...new Set(answers.map(idOf))], [idOf(first)])
  assert.deepEqual(codeOf(await ask('1000001')), [409, 'command.id_reused'])
  await rowIn(desk, 'withdrawal', idOf(first), 'completed')
  await assertEqualBooks(desk)
})

test('LOW-8 R-12: concurrent repetitions all get the row, although it used up the code and the daily limit', async (t) => {
  const desk = await setUp(t, { withdrawalDaily: unitsOf(1_000_000) })
  const dewi = await desk.person('Dewi')
  const [key, otp] = [newKey(), await desk.code(dewi, 1_000_000)]
  const ask = () => askAs(desk, dewi, '/wallets_idr/withdraw', { amount: '1000000', otp }, key)
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  assert.deepEqual([...new Set(answers.map(codeOf).map(String))], ['200,'])
  assert.equal(new Set(answers.map(idOf)).size, 1)
  await rowIn(desk, 'withdrawal', idOf(await ask()), 'completed')
  await assertEqualBooks(desk)
})

test('ATT-85 SRV-75 DEC-135: refusals by the rules are 400, in order, without any change', async (t) => {
  const desk = await setUp(t, { withdrawalDaily: unitsOf(60_000_000), withdrawalMin: unitsOf(1) })
  const dewi = await desk.person('Dewi')
  const refused = async (amount: string, fields: object = {}) =>
    codeOf(await withdraw(desk, dewi, amount, fields))
  for (const amount of ['0', '5000', '1']) {
    const wanted = amount === '0' ? 'withdrawal.minimum' : 'withdrawal.below_fee'
    assert.deepEqual(await refused(amount), [400, wanted], amount)
  }
  assert.deepEqual(await refused('-1'), [400, 'amount.malformed'])
  assert.deepEqual(await refused('1000000.5'), [400, 'amount.not_whole'])
  assert.deepEqual(await refused('1000000.555'), [400, 'amount.too_precise'])
  assert.deepEqual(await refused('250000001'), [400, 'withdrawal.maximum'])
  assert.deepEqual(await refused('60000001'), [400, 'withdrawal.daily'])
  assert.deepEqual(await refused('1000000', { fee: '5499' }), [409, 'withdrawal.fee_changed'])
  assert.deepEqual(await refused('1000000', { otp: '000000x' }), [400, 'otp.wrong'])
  const poor = await withdraw(desk, dewi, 50_000_001)
  assert.deepEqual(codeOf(poor), [400, 'withdrawal.insufficient'])
  assert.match(String(poor.body['msg']), /50\.000\.001 IDR.*50\.000\.000 IDR/)
  await desk.database.query('delete from bank.account')
  assert.deepEqual(await refused('1000000'), [400, 'withdrawal.no_bank'])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
})

test('ATT-89: another bank, name or user in the body is ignored', async (t) => {
  const desk = await setUp(t)
  const [dewi, citra] = [await desk.person('Dewi'), await desk.person('Citra')]
  const other = { bank_code: 'BNI', account_number: '999', user_id: citra.userId }
  const answer = await withdraw(desk, dewi, 1_000_000, { ...other, account_holder_name: 'X' })
  const row = await rowIn(desk, 'withdrawal', idOf(answer), 'completed')
  assert.deepEqual(
    [row['user_id'], row['bank_code'], row['account_number'], row['holder_name']],
    [dewi.userId, 'BCA', '1234567890', 'Dewi'],
  )
  const payouts = await desk.database.query('select * from simulated_bank.payout')
  assert.equal(payouts.rows.length, 1)
})

test('ATT-13 M-2: a code confirms the bank account that was saved when it was requested', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const otp = await desk.code(dewi, 1_000_000)
  const { database, keys } = desk.deps
  const other = { ...accountOf('Dewi'), number: '9998887770' }
  await writeBankAccount(database, keys, dewi.userId, other)
  const answer = await askAs(desk, dewi, '/wallets_idr/withdraw', { amount: '1000000', otp })
  assert.deepEqual(codeOf(answer), [400, 'otp.other_payment'])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
})

test("ROLE-06 ATT-91: without a code, with a used one or another person's nothing is stored", async (t) => {
  const desk = await setUp(t)
  const [dewi, citra] = [await desk.person('Dewi'), await desk.person('Citra')]
  const ask = (otp: string) =>
    askAs(desk, dewi, '/wallets_idr/withdraw', { amount: '1000000', otp })
  assert.equal((await ask('')).status, 400)
  await desk.code(dewi, 1_000_000)
  assert.equal((await ask(await desk.code(citra, 1_000_000))).status, 400)
  const otp = await desk.code(dewi, 1_000_000)
  assert.equal((await ask(otp)).status, 200)
  assert.equal((await ask(otp)).status, 400)
  const rows = await desk.database.query('select 1 from wallets.withdrawal')
  assert.equal(rows.rows.length, 1)
})

async function changePassword(desk: RupiahDesk, { userId }: Person): Promise<void> {
  await desk.database.query(
    `insert into security.event (account_id, kind) values ($1, 'password.changed')`,
    [userId],
  )
}

test('ATT-92: a change of the account during funding stops an unsent withdrawal', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  // Between the check of the hold and the request to the gateway.
  await desk.database.query(
    `create function wallets.change_meanwhile() returns trigger language plpgsql as $$
     begin
       insert into security.event (account_id, kind)
         select user_id, 'password.changed' from wallets.withdrawal where id = new.withdrawal_id;
       return null;
     end $$;
     create trigger change_meanwhile after insert on wallets.sponsorship
       for each row execute function wallets.change_meanwhile()`,
  )
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  const row = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.deepEqual([row['cause'], row['sent_count']], ['security_hold', 0])
})

test('ATT-92 SRV-82: after a change it waits, its owner gets a link by e-mail, and the link cancels it once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await changePassword(desk, dewi)
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  const row = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.equal(row['cause'], 'security_hold')
  assert.deepEqual(await balanceOf(desk, dewi.userId), {
    available: fund - 100_000_000,
    held: 100_000_000,
  })
  const shown = await listed(desk, dewi)
  assert.equal((shown['next'] as Row)['what'], 'hold_ends')
  assert.ok(Date.parse(String((shown['next'] as Row)['at'])) > Date.now() + 80_000_000)
  const [mail] = await mailsOf(desk, dewi, 'withdrawal_held')
  assert.match(String(mail?.['why']), /^Your password was changed/)
  assert.match(String(mail?.['onward']), /sent by itself/)
  const link = String(mail?.['link'])
  assert.match(link, /\/settings\/wallets\/idr_withdraw\/cancel\?token=[\w-]{43}$/)
  const token = link.slice(-43)
  const open = `${desk.url}/wallets_idr/withdraw/cancel-by-link`
  const wrong = await send(open, { token: 'x'.repeat(43) }, {})
  assert.deepEqual(codeOf(wrong), [400, 'withdrawal.link_used'])
  assert.equal((await send(open, { token }, {})).status, 200)
  await rowIn(desk, 'withdrawal', withdrawalId, 'canceled')
  assert.deepEqual(codeOf(await send(open, { token }, {})), [400, 'withdrawal.link_used'])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
  await assertEqualBooks(desk)
})

test('ATT-92: after the pause it continues automatically', async (t) => {
  const desk = await setUp(t, { holdHours: 1 })
  const dewi = await desk.person('Dewi')
  await desk.database.query(
    `insert into security.event (account_id, kind, at)
     values ($1, 'bank.changed', now() - interval '1 hour' + interval '8 seconds')`,
    [dewi.userId],
  )
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
})

test('ATT-93: only its owner can cancel it, and nobody once it was sent', async (t) => {
  const desk = await setUp(t)
  const [dewi, citra] = [await desk.person('Dewi'), await desk.person('Citra')]
  await changePassword(desk, dewi)
  const first = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', first, 'waiting')
  const cancel = (person: Person, id: number) =>
    askAs(desk, person, '/wallets_idr/withdraw/cancel', { id })
  assert.deepEqual(codeOf(await cancel(citra, first)), [404, 'withdrawal.unknown'])
  assert.equal((await cancel(dewi, first)).status, 200)
  assert.equal((await cancel(dewi, first)).status, 200, 'again')
  await rowIn(desk, 'withdrawal', first, 'canceled')
  await desk.control('/faults', { operation: 'payout', kind: 'stall', times: 1 })
  const second = idOf(await withdraw(desk, citra, 1_000_000))
  await rowIn(desk, 'withdrawal', second, 'sent')
  assert.deepEqual(codeOf(await cancel(citra, second)), [409, 'withdrawal.under_way'])
  await turn(desk, second, 'SUCCEEDED')
  await rowIn(desk, 'withdrawal', second, 'completed')
  assert.deepEqual(codeOf(await cancel(citra, second)), [409, 'withdrawal.over'])
  await assertEqualBooks(desk)
})

test('INV-22 ATT-94: a large one waits for two operators, one of them never twice', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 10_000_000))
  assert.equal((await rowIn(desk, 'withdrawal', withdrawalId, 'waiting'))['cause'], 'review')
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const decide = (operator: Person, decision = 'approve') => {
    const path = `/desk/withdrawals/${withdrawalId}/decide`
    return askAs(desk, operator, path, { decision, reason: 'Known to us.' })
  }
  assert.equal((await decide(dewi)).status, 403)
  assert.equal((await decide(ratna)).status, 200)
  assert.deepEqual(codeOf(await decide(ratna)), [403, 'desk.same_operator'])
  assert.equal((await rowIn(desk, 'withdrawal', withdrawalId, 'waiting'))['cause'], 'review')
  assert.equal((await decide(bayu)).status, 200)
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
  assert.deepEqual(codeOf(await decide(bayu, 'reject')), [409, 'desk.already_decided'])
  const record = await desk.database.query<{ action: string }>(
    'select action from desk.audit_entry order by no',
  )
  assert.deepEqual(
    record.rows.map(({ action }) => action),
    ['payout.approve', 'payout.approve'],
  )
  await assertEqualBooks(desk)
})

test('INV-22: splitting a large sum avoids no approval: the part that reaches the limit waits', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const dewi = await desk.person('Dewi')
  await rowIn(desk, 'withdrawal', idOf(await withdraw(desk, dewi, 6_000_000)), 'completed')
  const second = idOf(await withdraw(desk, dewi, 4_000_000))
  assert.equal((await rowIn(desk, 'withdrawal', second, 'waiting'))['cause'], 'review')
})

test('ATT-59: nothing is paid for a suspended owner until the account resumes', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const [dewi, ratna, bayu] = [
    await desk.person('Dewi'),
    await desk.operator('Ratna'),
    await desk.operator('Bayu'),
  ]
  const id = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const { database } = desk
  await suspend(database, desk.deps.keys, dewi.userId)
  for (const operator of [ratna, bayu]) {
    const path = `/desk/withdrawals/${id}/decide`
    const { status } = await askAs(desk, operator, path, { decision: 'approve' })
    assert.equal(status, 200)
  }
  await until('it waits for the account', async () => {
    const { cause } = await rowIn(desk, 'withdrawal', id, 'waiting')
    return cause === 'account_suspended'
  })
  await inTransaction(database, async (transaction) => {
    await endSuspension(transaction, desk.deps.keys, dewi.userId, 2)
    await wakeWithdrawalsOf(transaction, dewi.userId)
  })
  await rowIn(desk, 'withdrawal', id, 'completed')
  await assertEqualBooks(desk)
})

test('ADR 0017 ATT-80: after a reversed deposit, earlier withdrawals wait until the account resumes', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const { database } = desk
  const dewi = await desk.person('Dewi')
  const operators = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const id = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const depositId = await reversedDeposit(database, dewi.userId)
  for (const operator of operators) {
    const path = `/desk/withdrawals/${id}/decide`
    const { status } = await askAs(desk, operator, path, { decision: 'approve', reason: 'Known.' })
    assert.equal(status, 200)
  }
  await until('it waits for the account', async () => {
    const { state, cause } = await readWithdrawal(database, id)
    return state === 'waiting' && cause === 'account_held'
  })
  // Operators can do nothing here, and the owner is notified of the deposit.
  const [ratna] = operators
  assert.ok(ratna !== undefined)
  const queue = await askAs(desk, ratna, '/desk/withdrawals?queue=waiting')
  assert.equal((queue.body['data'] as Row)['total'], 0)
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_review')).length, 1)
  await inTransaction(database, async (transaction) => {
    await transaction.query('update wallets.chain_deposit set released_life = life where id = $1', [
      depositId,
    ])
    await wakeWithdrawalsOf(transaction, dewi.userId)
  })
  await rowIn(desk, 'withdrawal', id, 'completed')
  await assertEqualBooks(desk)
})

test('ADR 0017: a deposit that is reversed during funding holds a payout before it is sent', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const { database, deps } = desk
  const dewi = await desk.person('Dewi')
  const id = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  await database.query(`update wallets.withdrawal set state = 'approved' where id = $1`, [id])
  const row = await readWithdrawal(database, id)
  assert.equal(row.accountHold, null)
  await reversedDeposit(database, dewi.userId)
  const { epoch } = desk.engine.status()
  const hands = createWithdrawalExecutor(
    { ...deps, funding: createFunding(deps), refused: rememberRefused() },
    id,
    epoch,
  )
  const moved = await hands.move(row, 'sending', null, { sent_at: new Date(), sent_count: 1 })
  assert.deepEqual([moved?.state, moved?.cause, moved?.sentCount], ['waiting', 'account_held', 0])
})

test('ATT-88 H-1 ATT-97: a user with a personal daily limit cannot exceed it, whatever his row says', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const { keys } = desk.deps
  const set = (daily: number | null, changeId: number) =>
    inTransaction(desk.database, (transaction) =>
      setPersonLimit(transaction, keys, { userId: dewi.userId, currencyId: 1, daily, changeId }),
    )
  const refused = async () => codeOf(await withdraw(desk, dewi, 2_000_001))
  await set(unitsOf(2_000_000), 1)
  assert.deepEqual(await refused(), [400, 'withdrawal.daily'])
  assert.deepEqual(await unprovenLimits(desk.database, keys), [])
  // Write access to the database lifts no limit, and the change is found (H-1).
  await desk.database.query('delete from wallets.person_limit')
  await desk.database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, no + 1, mac, '[]' from security.row_proof where kind = 'person_limit'`,
  )
  assert.deepEqual(await refused(), [400, 'withdrawal.daily'])
  assert.deepEqual(await unprovenLimits(desk.database, keys), [`${dewi.userId}`])
  // An earlier change that is carried out again has no effect either.
  await set(null, 3)
  await set(unitsOf(2_000_000), 2)
  assert.equal((await withdraw(desk, dewi, 2_000_001)).status, 200)
})

test('SRV-82 INV-22: a large withdrawal waits for its pause and for approvals, and its e-mail says both', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const dewi = await desk.person('Dewi')
  await desk.database.query(
    `insert into security.event (account_id, kind) values ($1, 'bank.unlocked')`,
    [dewi.userId],
  )
  const withdrawalId = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.equal(((await listed(desk, dewi))['next'] as Row)['what'], 'hold_ends_review')
  const [mail] = await mailsOf(desk, dewi, 'withdrawal_held')
  assert.match(String(mail?.['why']), /^Our staff unlocked your bank account/)
  assert.match(String(mail?.['onward']), /approval of our staff/)
})

test('DEC-103: an operator rejects, the owner is notified, and the whole hold is released', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(10_000_000) })
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 10_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  const verdict = { decision: 'reject', reason: 'Not the owner.' }
  const path = `/desk/withdrawals/${withdrawalId}/decide`
  assert.equal((await askAs(desk, await desk.operator('Ratna'), path, verdict)).status, 200)
  await rowIn(desk, 'withdrawal', withdrawalId, 'canceled')
  const shown = await listed(desk, dewi)
  assert.equal(shown['wdidr_status'], 'CANCEL')
  const step = (shown['steps'] as readonly Row[]).at(-1)
  assert.deepEqual([step?.['cause'], step?.['reason']], ['operator', 'Not the owner.'])
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_rejected')).length, 1)
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
})

test('DEC-103 SRV-78: a withdrawal that the bank refuses fails, and the whole hold is released', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'payout', kind: 'fail', times: 1 })
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'failed')
  assert.equal((await listed(desk, dewi))['wdidr_status'], 'FAILED')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_failed')).length, 1)
  await assertEqualBooks(desk)
})

test('FLT-35: a payout that the bank reverses days later is credited to its owner with fees, and he is notified', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
  await turn(desk, withdrawalId, 'REVERSED')
  await rowIn(desk, 'withdrawal', withdrawalId, 'reversed')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
  assert.equal((await balanceOf(desk, 1)).available, 0)
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_reversed')).length, 1)
  await assertEqualBooks(desk)
})

test('FLT-35 INV-01: a payout that the bank reverses during settlement is given back whole, even after a crash', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'payout', kind: 'stall', times: 1 })
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'sent')
  // As after a crash between the entries of a settlement and the move.
  await desk.database.query(
    `update wallets.withdrawal set cause = 'arrived', taken_until = now() + interval '1 hour'`,
  )
  const row = await readWithdrawal(desk.database, withdrawalId)
  const { settled } = await bookWithdrawal(desk.engine, row, 'settle', nothingKnown)
  assert.equal(settled?.status, 'done')
  await turn(desk, withdrawalId, 'SUCCEEDED')
  await turn(desk, withdrawalId, 'REVERSED')
  await desk.database.query('update wallets.withdrawal set taken_until = null')
  await hasten(desk, 'withdrawal')
  await rowIn(desk, 'withdrawal', withdrawalId, 'reversed')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
  await assertEqualBooks(desk)
})

test('FLT-35: a reversed payout of a deleted account waits for an operator', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
  await desk.database.query('update accounts.users set deleted_at = now() where id = $1', [
    dewi.userId,
  ])
  await turn(desk, withdrawalId, 'REVERSED')
  const alarmed = async () => (await rowIn(desk, 'withdrawal', withdrawalId, 'reversed'))['alarm']
  await until('an operator is notified', async () => (await alarmed()) === 'account_deleted')
})

for (const kind of [
  'disconnect_before',
  'disconnect_after',
  'error_before',
  'error_after',
  'junk',
  'too_many',
] as const) {
  test(`FLT-33 INV-13: a payout whose sending ends in ${kind} is paid once`, async (t) => {
    const desk = await setUp(t)
    const dewi = await desk.person('Dewi')
    await desk.control('/faults', { operation: 'create_payout', kind, times: 1 })
    const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
    const isAbsent = kind.endsWith('before') || kind === 'too_many'
    if (isAbsent) {
      await rowIn(desk, 'withdrawal', withdrawalId, 'unknown')
      // Moves the time of sending into the past.
      await desk.database.query(
        `update wallets.withdrawal set sent_at = sent_at - interval '11 seconds'`,
      )
      await hasten(desk, 'withdrawal')
    }
    await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
    const payouts = await desk.database.query('select 1 from simulated_bank.payout')
    assert.equal(payouts.rows.length, 1)
    assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
    await assertEqualBooks(desk)
  })
}

test('FLT-34: lost callbacks of payouts are found by polling', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'callback', kind: 'drop' })
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', withdrawalId, 'completed')
})

test('INV-14: in live mode a rail pays no more than came in over it, and waits', async (t) => {
  const desk = await rupiahDesk(t, await rig.database(), {}, true)
  const dewi = await desk.person('Dewi')
  const withdrawalId = idOf(await withdraw(desk, dewi, 1_000_000))
  const row = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
  assert.equal(row['cause'], 'gateway_balance')
  await until('an operator is notified', async () => {
    const { alarm } = await rowIn(desk, 'withdrawal', withdrawalId, 'waiting')
    return alarm === 'gateway_balance'
  })
  assert.equal((await balanceOf(desk, dewi.userId)).held, 100_000_000)
})
