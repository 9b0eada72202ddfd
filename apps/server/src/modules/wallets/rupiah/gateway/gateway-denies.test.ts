/** Refusals by gateway or core, and the decisions of operators about them (INV-13, INV-22). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Command, custodyAccounts, houseAccounts } from '@tukar/core'
import { currencyUnits, unitsMax } from '@tukar/money'
import { creditOf } from '../../../../engine/testing/listing.ts'
import { freshId, type Rig, startRig } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import type { TestAnswer, Person } from '../../../../testing/desk.ts'
import { auditWallets } from '../../audit-run.ts'
import { medianWait } from '../../machine/queue-figures.ts'
import {
  askAs,
  assertEqualBooks,
  balanceOf,
  hasten,
  mailsOf,
  makeDeposit,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from '../testing/rupiah-desk.ts'
import { rememberRefused } from '../releasing/refused-payouts.ts'
import { createFunding } from '../funding.ts'
import { unitsOf } from '../units.ts'
import { createWithdrawalExecutor } from '../withdrawals/withdrawal-executor.ts'
import { nothingKnown } from '../withdrawals/withdrawal-row.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Own = Parameters<typeof rupiahDesk>[2]
const setUp = async (context: TestContext, own: Own = {}): Promise<RupiahDesk> =>
  rupiahDesk(context, await rig.database(), own)

/** The liability limit of rupiah. */
const supplyMax = 2 ** 52

type Row = Readonly<Record<string, unknown>>

const idOf = ({ body }: TestAnswer): number => Number((body['data'] as Row)['id'])
const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]
const fund = unitsOf(50_000_000)

/** A withdrawal that the bank accepted and does not process, with operators. */
async function stalled(context: TestContext, own: Own = {}) {
  const desk = await setUp(context, own)
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'payout', kind: 'stall', times: 1 })
  const id = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', id, 'sent')
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const decide = (operator: Person, decision: string, more: object = {}) =>
    askAs(desk, operator, `/desk/withdrawals/${id}/decide`, {
      decision,
      reason: 'Asked the bank.',
      ...more,
    })
  const see = async (): Promise<Row> => {
    const { body } = await askAs(desk, ratna, `/desk/withdrawals/${id}`)
    return body['data'] as Row
  }
  /** Processes it until it has this alarm. */
  const untilAlarm = async (alarm: string | null) => {
    await hasten(desk, 'withdrawal')
    await until(`the alarm is ${alarm}`, async () => {
      const found = await desk.database.query<Row>('select alarm, decision from wallets.withdrawal')
      return found.rows[0]?.['alarm'] === alarm && found.rows[0]['decision'] === null
    })
  }
  /** The bank forgets the payout and refunds its charge. */
  const forget = async () => {
    await desk.database.query('delete from simulated_bank.payout')
    await desk.database.query('update simulated_bank.account set balance = balance + 999500')
  }
  /** Moves its sending into the past. */
  const age = async () => {
    await desk.database.query(
      `update wallets.withdrawal set sent_at = sent_at - interval '3 minutes'`,
    )
    await desk.database.query(`update wallets.step set at = at - interval '3 minutes'`)
  }
  return { ...desk, desk, dewi, id, ratna, bayu, decide, see, untilAlarm, forget, age }
}

test('INV-13 INV-26: a recent payout is neither resent nor given back, whatever the server’s clock says', async (t) => {
  const { desk, id } = await stalled(t)
  const { database, deps } = desk
  const { epoch } = desk.engine.status()
  const withFunding = { ...deps, funding: createFunding(deps), refused: rememberRefused() }
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_400_000 })
  const hands = createWithdrawalExecutor(withFunding, id, epoch)
  const row = await hands.read()
  const absent = { ...nothingKnown, payout: { status: 'absent' }, funding: 'reserved' } as const
  for (const doubted of [
    { ...row, state: 'unknown' },
    { ...row, decision: 'fail' },
  ] as const) {
    assert.equal(hands.decide(doubted, absent, hands.nowMs()).kind, 'wait', doubted.state)
  }
  await hands.wait(row, { untilMs: hands.nowMs() + 30_000 }, null)
  const found = await database.query<{ isSoon: boolean }>(
    `select next_look_at between now() and now() + interval '31 seconds' as "isSoon"
     from wallets.withdrawal where id = $1`,
    [id],
  )
  assert.deepEqual(found.rows, [{ isSoon: true }])
})

test('INV-13 INV-22: a payout that the bank forgot is resolved as failed, and the whole hold is released', async (t) => {
  const { desk, dewi, id, ratna, decide, see, untilAlarm, forget, age } = await stalled(t)
  assert.deepEqual(codeOf(await decide(ratna, 'take_failed')), [409, 'desk.already_decided'])
  assert.deepEqual(codeOf(await decide(ratna, 'reject')), [409, 'withdrawal.under_way'])
  await forget()
  await untilAlarm('payout_absent')
  await age()
  const { can, approvals_needed: needed } = await see()
  assert.deepEqual([String(can), needed], ['ask,take_failed,take_paid', 1])
  assert.equal((await decide(ratna, 'ask')).status, 200)
  assert.equal((await decide(ratna, 'ask')).status, 200, 'as often as one likes')
  await untilAlarm('payout_absent')
  assert.equal((await decide(ratna, 'take_failed')).status, 200)
  const row = await rowIn(desk, 'withdrawal', id, 'failed')
  assert.equal(row['failure_code'], 'not_found')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund, held: 0 })
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_failed')).length, 1)
  await assertEqualBooks(desk)
  const record = await desk.database.query<{ action: string }>(
    'select action from desk.audit_entry order by no',
  )
  assert.deepEqual(
    record.rows.map(({ action }) => action),
    ['payout.ask', 'payout.ask', 'payout.take_failed'],
  )
})

test('INV-13 INV-22: below the limit one operator resolves it as paid with evidence, unless the bank contradicts', async (t) => {
  const own = { reviewFrom: unitsOf(1_500_000) }
  const { desk, dewi, id, ratna, bayu, decide, see, untilAlarm } = await stalled(t, own)
  await desk.database.query(`update simulated_bank.payout set account_number = '999'`)
  await untilAlarm('payout_differs')
  const evidence = { evidence: 'Statement of 21 November, line 7' }
  assert.equal((await decide(ratna, 'take_paid')).status, 400, 'without evidence')
  assert.equal((await see())['approvals_needed'], 1)
  assert.equal((await decide(ratna, 'take_paid', evidence)).status, 200)
  // The bank has not processed it, so it may still fail.
  await untilAlarm('payout_differs')
  assert.equal(String((await see())['approvals']), '')
  await desk.database.query(`update simulated_bank.payout set state = 'SUCCEEDED'`)
  assert.equal((await decide(bayu, 'take_paid', evidence)).status, 200)
  const row = await rowIn(desk, 'withdrawal', id, 'completed')
  assert.equal(row['is_taken_paid'], true)
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
  assert.equal((await mailsOf(desk, dewi, 'withdrawal_completed')).length, 1)
  await assertEqualBooks(desk)
  const record = await desk.database.query<Row>(
    `select operator_id, action, after::json->>'evidence' as evidence from desk.audit_entry
     order by no`,
  )
  assert.deepEqual(record.rows, [
    { operator_id: ratna.userId, action: 'payout.take_paid', ...evidence },
    { operator_id: null, action: 'payout.not_taken', evidence: null },
    { operator_id: bayu.userId, action: 'payout.take_paid', ...evidence },
  ])
})

test('INV-22 INV-13: above the limit two operators must agree, and a paid payout is not given back', async (t) => {
  const own = { reviewFrom: unitsOf(1_000_000) }
  const desk = await setUp(t, own)
  const dewi = await desk.person('Dewi')
  await desk.control('/faults', { operation: 'payout', kind: 'stall', times: 1 })
  const id = idOf(await withdraw(desk, dewi, 1_000_000))
  await rowIn(desk, 'withdrawal', id, 'waiting')
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const decide = (operator: Person, decision: string) =>
    askAs(desk, operator, `/desk/withdrawals/${id}/decide`, {
      decision,
      reason: 'Asked the bank.',
      evidence: 'Statement, line 7',
    })
  for (const operator of [ratna, bayu]) await decide(operator, 'approve')
  await rowIn(desk, 'withdrawal', id, 'sent')
  await desk.database.query('delete from simulated_bank.payout')
  await hasten(desk, 'withdrawal')
  const alarm = async () => (await rowIn(desk, 'withdrawal', id, 'sent'))['alarm']
  await until('it is absent', async () => (await alarm()) === 'payout_absent')
  assert.equal((await decide(ratna, 'take_paid')).status, 200)
  assert.deepEqual(codeOf(await decide(ratna, 'take_paid')), [403, 'desk.same_operator'])
  assert.equal((await rowIn(desk, 'withdrawal', id, 'sent'))['decision'], null)
  const { body } = await askAs(desk, ratna, `/desk/withdrawals/${id}`)
  const { approvals, approvals_needed: needed } = body['data'] as Row
  assert.deepEqual([(approvals as readonly Row[]).length, needed], [1, 2])
  assert.equal((await decide(bayu, 'take_paid')).status, 200)
  await rowIn(desk, 'withdrawal', id, 'completed')
  assert.deepEqual(codeOf(await decide(ratna, 'take_failed')), [409, 'desk.already_decided'])
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: fund - 100_000_000, held: 0 })
  await assertEqualBooks(desk)
})

test('the overview shows the median waiting time of today’s decisions', async (t) => {
  const desk = await setUp(t, { reviewFrom: unitsOf(1_000_000) })
  const ratna = await desk.operator('Ratna')
  const median = () => medianWait(desk.database, 'withdrawal', Date.now() - 3_600_000)
  assert.equal(await median(), null)
  for (const [name, minutes] of [
    ['Ani', 10],
    ['Budi', 20],
    ['Cici', 90],
  ] as const) {
    const id = idOf(await withdraw(desk, await desk.person(name), 1_000_000))
    await rowIn(desk, 'withdrawal', id, 'waiting')
    await desk.database.query(
      'update wallets.withdrawal set created_at = created_at - make_interval(mins => $2) where id = $1',
      [id, minutes],
    )
    const verdict = { decision: 'reject', reason: 'Not the owner.' }
    const answer = await askAs(desk, ratna, `/desk/withdrawals/${id}/decide`, verdict)
    assert.equal(answer.status, 200)
  }
  const seconds = (await median()) ?? 0
  assert.ok(seconds >= 1_200 && seconds < 1_260, `${seconds} s`)
})

test('INV-13: a differing payout at the bank is not resolved as failed, whoever agrees', async (t) => {
  const { desk, dewi, ratna, decide, see, untilAlarm } = await stalled(t)
  await desk.database.query(
    `update simulated_bank.payout set amount = amount + 1000, state = 'SUCCEEDED'`,
  )
  await untilAlarm('payout_differs')
  assert.equal((await decide(ratna, 'take_failed')).status, 200)
  await untilAlarm('payout_differs')
  assert.equal((await balanceOf(desk, dewi.userId)).held, 100_000_000)
  assert.equal(String((await see())['can']), 'ask,take_failed,take_paid')
})

test('INV-12 INV-22: a refused credit is booked once two operators agree, exactly once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi', 0)
  const other = await desk.person('Other', 0)
  // The ledger is at its limit, so further credits are refused.
  const fill = creditOf(other.userId, 1, unitsMax - 10_000_000)
  const filled = await desk.engine.submit(fill, freshId(other.userId, fill))
  assert.equal(filled.status, 'accepted')
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  const refused = await rowIn(desk, 'deposit', depositId, 'quarantined')
  assert.deepEqual([refused['cause'], refused['refused_credits']], ['not_booked', 1])
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const agree = async () => {
    for (const operator of [ratna, bayu]) {
      const path = `/desk/deposits/${depositId}/decide`
      const verdict = { decision: 'credit', reason: 'The bank confirms it.' }
      assert.equal((await askAs(desk, operator, path, verdict)).status, 200)
    }
  }
  // Still full: refused again, under another id.
  await agree()
  await until('it is refused again', async () => {
    const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
    return row['refused_credits'] === 2
  })
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 0, held: 0 })
  const { suspense } = houseAccounts
  const undo: Command = {
    kind: 'adjust',
    fromAccountId: suspense,
    toAccountId: custodyAccounts.simulation,
    currencyId: 1,
    amount: currencyUnits(unitsMax - 10_000_000),
    reason: 'test',
    source: 'test:undo',
  }
  const undone = await desk.engine.submit(undo, freshId(other.userId, undo))
  assert.equal(undone.status, 'accepted', JSON.stringify(undone))
  await agree()
  await rowIn(desk, 'deposit', depositId, 'credited')
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_000_000, held: 0 })
  const credits = await desk.database.query(
    `select 1 from exchange.transfer where source = $1 and command_kind = 'credit'`,
    [`deposit:${depositId}`],
  )
  assert.equal(credits.rows.length, 1)
  assert.equal((await balanceOf(desk, custodyAccounts.bank)).available, -15_000_000)
})

test('INV-12 R-08 INV-22: a suspended amount is granted only after two operators agreed and the limit allows it', async (t) => {
  const desk = await setUp(t)
  const [dewi, other] = [await desk.person('Dewi', 0), await desk.person('Other', 0)]
  const fill = creditOf(other.userId, 1, supplyMax)
  assert.equal((await desk.engine.submit(fill, freshId(other.userId, fill))).status, 'accepted')
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  const row = await rowIn(desk, 'deposit', depositId, 'quarantined')
  assert.deepEqual([row['cause'], row['suspense_units']], ['in_suspense', 15_000_000])
  assert.equal((await mailsOf(desk, dewi, 'deposit_credited')).length, 0)
  assert.equal((await balanceOf(desk, houseAccounts.suspense)).available, 15_000_000)
  const [ratna, bayu] = [await desk.operator('Ratna'), await desk.operator('Bayu')]
  const path = `/desk/deposits/${depositId}`
  const see = async (): Promise<Row> => (await askAs(desk, ratna, path)).body['data'] as Row
  assert.equal(String((await see())['can']), 'credit')
  const agree = async () => {
    for (const operator of [ratna, bayu]) {
      const verdict = { decision: 'credit', reason: 'People hold less now.' }
      assert.equal((await askAs(desk, operator, `${path}/decide`, verdict)).status, 200)
    }
  }
  await agree()
  await until('there is no room', async () => {
    const { cause } = await rowIn(desk, 'deposit', depositId, 'quarantined')
    return cause === 'not_booked'
  })
  assert.deepEqual((await see())['flags'], ['not_booked', 'in_suspense'])
  const money = { accountId: other.userId, currencyId: 1, amount: currencyUnits(15_000_000) }
  const cause = { reason: 'withdrawal', source: 'test:leave' }
  const leave = { kind: 'debit', ...money, railId: custodyAccounts.simulation, ...cause } as const
  assert.equal((await desk.engine.submit(leave, null)).status, 'accepted')
  await agree()
  await rowIn(desk, 'deposit', depositId, 'credited')
  await hasten(desk, 'deposit')
  await rowIn(desk, 'deposit', depositId, 'credited')
  assert.deepEqual(await balanceOf(desk, dewi.userId), { available: 15_000_000, held: 0 })
  assert.equal((await balanceOf(desk, houseAccounts.suspense)).available, 0)
  assert.equal((await balanceOf(desk, custodyAccounts.bank)).available, -15_000_000)
  assert.equal((await mailsOf(desk, dewi, 'deposit_credited')).length, 1)
  await desk.database.query(`update wallets.deposit set updated_at = now() - interval '1 hour'`)
  const lines: string[] = []
  assert.ok(await auditWallets(desk.databaseUrl, (line) => lines.push(line)), lines.join('\n'))
})

test('FLT-33: a bank that reports sufficient funds and pays nothing is retried with growing delays, and by hand at once', async (t) => {
  const desk = await setUp(t)
  const dewi = await desk.person('Dewi')
  // The gateway does not disclose what it has.
  await desk.database.query(
    `create function simulated_bank.keep_all() returns trigger language plpgsql as $$
     begin
       if new.balance < old.balance then return null; end if;
       return new;
     end $$;
     create trigger keep_all before update on simulated_bank.account
       for each row execute function simulated_bank.keep_all()`,
  )
  const id = idOf(await withdraw(desk, dewi, 1_000_000))
  const ratna = await desk.operator('Ratna')
  const poorCount = async () => {
    const row = await rowIn(desk, 'withdrawal', id, 'waiting')
    return row['cause'] === 'gateway_balance' && row['next_look_at'] !== null && row['poor_count']
  }
  for (const count of [1, 2, 3]) {
    await until(`it was refused ${count} times`, async () => (await poorCount()) === count)
    let seconds = 0
    await until('nobody is at it', async () => {
      const found = await desk.database.query<{ seconds: number }>(
        `select extract(epoch from next_look_at - now())::float8 as seconds from wallets.withdrawal
         where taken_until is null`,
      )
      seconds = found.rows[0]?.seconds ?? 0
      return found.rows.length === 1
    })
    const least = 30 * 2 ** count * 0.7
    assert.ok(seconds > least && seconds < least * 2, `${seconds} s after ${count}`)
    if (count === 3) await desk.database.query('drop trigger keep_all on simulated_bank.account')
    const verdict = { decision: 'ask', reason: 'The account was topped up.' }
    const answer = await askAs(desk, ratna, `/desk/withdrawals/${id}/decide`, verdict)
    assert.equal(answer.status, 200)
  }
  await rowIn(desk, 'withdrawal', id, 'completed')
  await assertEqualBooks(desk)
})
