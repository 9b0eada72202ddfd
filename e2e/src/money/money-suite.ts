/**
 * Money in and out against faults outside and inside: at the end the books of both sides must match to the
 * last rupiah. A failure prints the seed that repeats the run.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { seedIn } from '@tukar/core/sim/slice'
import { demoOperator } from '../desk/desk-visits.ts'
import { root } from '../harness/paths.ts'
import { sharedSecrets } from '../harness/secrets.ts'
import { until } from '../harness/until.ts'
import { seededRandom } from '../kills/kill-run.ts'
import { raceCalls, raceRows } from './balance-run.ts'
import { type DepositsRun, makeOverdue, runDeposits, waitUntilProcessed } from './deposits-run.ts'
import { bankRail, checkBooks, figure, findInconsistentRows, tally } from './money-books.ts'
import { type MoneyStage, openMoneyStage } from './money-stage.ts'
import { waitUntilFinal, runPayouts, reverseSome } from './payouts-run.ts'

export type MoneyCounts = {
  readonly people: number
  readonly deposits: number
  readonly callbacks: number
  readonly payouts: number
  readonly kills: number
  /** Rounds of a hundred rows, and rounds of a hundred calls. */
  readonly rowRounds: number
  readonly callRounds: number
}

const seed = seedIn(process.env)
const quietWithinMs = 240_000
const endWithinMs = 600_000
/** The bank reverses one payout in this many. */
const reversedShare = 20

/** Registers the tests with these counts. */
export function registerMoneySuite(counts: MoneyCounts): void {
  let stage: MoneyStage
  before(async () => {
    stage = await openMoneyStage(counts.people)
  })
  after(() => stage.close())

  test(`INV-12 INV-14 ATT-66 ATT-67 ATT-68 ATT-69 FLT-33 FLT-34 SRV-70: ${counts.callbacks} callbacks, lost, repeated, reordered and false, credit each paid invoice once`, async (t) => {
    t.diagnostic(`TUKAR_SEED=${seed}`)
    const run = await runDeposits(stage, seededRandom(seed), counts)
    await waitUntilProcessed(stage, quietWithinMs)
    await makeOverdue(stage)
    await waitUntilProcessed(stage, quietWithinMs)
    await checkDeposits(stage, run)
    await checkCallbacks(stage, run, counts.callbacks)
    await checkBooks(stage)
    t.diagnostic(JSON.stringify(await depositStates(stage)))
  })

  test('ATT-68 INV-22: a mismatched payment waits for named people; two credit it as the bank confirms it', async () => {
    await decideQuarantined(stage)
    await checkBooks(stage)
  })

  test(`ATT-84: ${counts.rowRounds} times a hundred withdrawals of a whole balance: one gets it`, async () => {
    await raceRows(stage, counts.rowRounds)
    await checkBooks(stage)
  })

  test(`ATT-84 R-12: ${counts.callRounds} times a hundred calls with one code: one withdrawal is created`, async () => {
    await raceCalls(stage, counts.callRounds)
    await checkBooks(stage)
  })

  test(`INV-13 INV-20 FLT-33 FLT-34 FLT-35 FLT-01 R-50: ${counts.payouts} payouts over a bank that fails, with ${counts.kills} kills: none paid twice, none lost`, async (t) => {
    t.diagnostic(`TUKAR_SEED=${seed}`)
    const run = await runPayouts(stage, seededRandom(seed + 1), counts)
    t.diagnostic(`caught by kills: ${JSON.stringify(run.caught)}`)
    await waitUntilFinal(stage, endWithinMs)
    await checkBooks(stage)
    const reversedCount = await reverseSome(stage, Math.ceil(counts.payouts / reversedShare))
    await waitUntilFinal(stage, endWithinMs)
    const { reversed = 0 } = await payoutStates(stage)
    assert.ok(reversed >= reversedCount && reversedCount > 0, `${reversed} of ${reversedCount}`)
    await checkPayouts(stage, counts)
    await checkBooks(stage)
    t.diagnostic(JSON.stringify(await payoutStates(stage)))
  })

  test('G-05: a payout that is wrongly recorded as failed and a lost credit are found where they are planted', async () => {
    for (const lie of falsifications) await plant(stage, lie)
    await checkBooks(stage)
  })

  test('R-67 INV-04: after all of it the audit of the whole journal is clean', async () => {
    assert.equal(await stage.server.stop(), 0)
    const env = { ...process.env, ...sharedSecrets, DATABASE_URL: stage.postgres.url }
    await promisify(execFile)('npm', ['run', 'audit'], { cwd: root, env })
  })
}

const falsifications = [
  ['withdrawal', 'completed', 'failed'],
  ['withdrawal', 'failed', 'completed'],
  ['withdrawal', 'completed', 'sent'],
  ['deposit', 'credited', 'expired'],
  ['deposit', 'expired', 'credited'],
] as const

/** Changes a row to a wrong status, which the checks must find, and reverts it afterwards. */
async function plant(
  { ledger }: MoneyStage,
  [kind, from, to]: (typeof falsifications)[number],
): Promise<void> {
  const [row] = await ledger.query<{ id: string }>(
    `update wallets.${kind} set state = $2
     where id = (select min(id) from wallets.${kind} where state = $1) returning id`,
    [from, to],
  )
  assert.ok(row !== undefined, `no ${kind} is ${from}`)
  const found = await findInconsistentRows(ledger)
  await ledger.query(`update wallets.${kind} set state = $2 where id = $1`, [row.id, from])
  assert.notDeepEqual(found, [], `${kind} ${from} as ${to}`)
}

const depositStates = ({ ledger }: MoneyStage) =>
  tally(
    ledger,
    `select state || coalesce(':' || cause, '') as name, count(*) from wallets.deposit group by 1`,
  )

const payoutStates = ({ ledger }: MoneyStage) =>
  tally(
    ledger,
    `select state || coalesce(':' || cause, '') as name, count(*) from wallets.withdrawal
     where reference like 'withdrawal-%' group by 1`,
  )

/** Each deposit has the status that follows from the bank's actions on its invoice. */
async function checkDeposits({ ledger, bank }: MoneyStage, run: DepositsRun): Promise<void> {
  const ours = await ledger.query<{ reference: string; state: string; alarm: string | null }>(
    `select reference, state || coalesce(':' || cause, '') as state, alarm from wallets.deposit`,
  )
  const theirs = await bank.books.query<{ reference: string; state: string }>(
    `select external_id as reference, case
       when state <> 'PAID' then state when paid_amount = amount then 'PAID' else 'OTHER' end as state
     from simulated_bank.invoice`,
  )
  assert.equal(ours.length, run.actions.length, 'a row for each deposit')
  assert.equal(new Set(theirs.map(({ reference }) => reference)).size, theirs.length)
  const wanted: Readonly<Record<string, string>> = {
    PAID: 'credited',
    OTHER: 'quarantined:amount_differs',
    EXPIRED: 'expired',
    PENDING: 'pending',
  }
  const known = new Map(theirs.map(({ reference, state }) => [reference, wanted[state]]))
  const wrong = ours.filter(
    ({ reference, state }) => state !== (known.get(reference) ?? 'expired:not_created'),
  )
  assert.deepEqual(wrong, [], `TUKAR_SEED=${seed}`)
  const mute = ours.filter(({ state, alarm }) => state.startsWith('quarantined') && alarm === null)
  assert.deepEqual(mute, [], 'what waits for people says so')
}

/** Every callback that was answered with 200 is stored; callbacks with another token are not. */
async function checkCallbacks(
  { ledger }: MoneyStage,
  { kept, strange, refused }: DepositsRun,
  least: number,
): Promise<void> {
  const states = await tally(
    ledger,
    'select state as name, count(*) from wallets.callback group by 1',
  )
  const { handled = 0, stray = 0, ...others } = states
  assert.deepEqual(others, {})
  assert.equal(stray, strange)
  assert.ok(handled + stray >= Math.max(kept, least * 0.95), JSON.stringify(states))
  assert.ok(refused > 0)
}

/** Two people credit one deposit, and close another; one person alone cannot change a third. */
async function decideQuarantined(stage: MoneyStage): Promise<void> {
  const { server, ledger } = stage
  const [first, second, third] = await ledger.query<{ id: string; reference: string }>(
    `select id, reference from wallets.deposit where state = 'quarantined' order by id limit 3`,
  )
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const decide = async (name: 'Ratna' | 'Bayu', id: string, decision: string) => {
    const { token } = await demoOperator(server.client, name)
    const body = { decision, reason: 'The payer told us on the telephone' }
    return server.client.call('POST', `/desk/deposits/${id}/decide`, { token, body })
  }
  for (const name of ['Ratna', 'Bayu'] as const) {
    const answer = await decide(name, first.id, 'credit')
    assert.equal(answer.body['success'], 1, answer.text)
  }
  for (const name of ['Bayu', 'Ratna'] as const) {
    assert.equal((await decide(name, second.id, 'reject')).body['success'], 1)
  }
  assert.equal((await decide('Ratna', third.id, 'credit')).body['success'], 1)
  assert.equal((await decide('Ratna', third.id, 'credit')).body['code'], 'desk.same_operator')
  const stateOf = async (id: string) =>
    (
      await ledger.query<{ state: string }>('select state from wallets.deposit where id = $1', [id])
    )[0]?.state
  await until('the credit', async () => (await stateOf(first.id)) === 'credited')
  const paid = await figure(
    stage.bank.books,
    'select paid_amount as sum from simulated_bank.invoice where external_id = $1',
    [first.reference],
  )
  await until('its entry', async () => {
    const booked = await figure(
      ledger,
      'select sum(amount) from exchange.transfer where source = $1 and from_account_id = $2',
      [`deposit:${first.id}`, bankRail],
    )
    return booked === paid * 100n
  })
  assert.equal(await stateOf(second.id), 'expired')
  assert.equal(await stateOf(third.id), 'quarantined')
}

/** No payout is lost, and each change sent exactly one notification. */
async function checkPayouts({ ledger, bank }: MoneyStage, counts: MoneyCounts): Promise<void> {
  const states = await tally(
    ledger,
    `select state as name, count(*) from wallets.withdrawal
     where reference like 'withdrawal-%' and request_hash = '\\x00' group by 1`,
  )
  const sum = Object.values(states).reduce((total, one) => total + one, 0)
  assert.equal(sum, counts.payouts)
  // One payout in eight is meant to fail; of few payouts it may be more.
  assert.ok((states['completed'] ?? 0) > counts.payouts * 0.5, JSON.stringify(states))
  const twice = await bank.books.query(
    `select reference from simulated_bank.payout group by 1 having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
  const strange = await ledger.query(
    `select id, state, alarm, reserved from wallets.withdrawal
     where alarm is not null or (reserved > 0 and state in ('completed', 'failed', 'reversed'))`,
  )
  assert.deepEqual(strange, [])
  const notified = await tally(
    ledger,
    `select kind as name, count(*) from notifications.notice
     where kind in ('withdrawal_completed', 'withdrawal_failed', 'withdrawal_reversed') group by 1`,
  )
  const done = await tally(
    ledger,
    `select 'withdrawal_' || state as name, count(*) from wallets.step
     where kind = 'withdrawal' and state in ('completed', 'failed', 'reversed') group by 1`,
  )
  assert.deepEqual(notified, done, 'each end was told of once')
}
