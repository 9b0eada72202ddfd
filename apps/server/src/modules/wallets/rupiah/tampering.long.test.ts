/**
 * Somebody who may write into the database, beside the running machine: rows of every table changed, removed and
 * doubled at random. Nothing is paid that its owner and two operators did not ask for, and nobody has more or less
 * than that (H-1, H-2, H-3).
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { createRandom } from '../../../simulation/random.ts'
import type { Person } from '../../../testing/desk.ts'
import {
  type Move,
  listedTables,
  tablesOf,
  tamper,
  type Tampering,
} from '../../../testing/tampering.ts'
import { sayRow } from '../../../platform/secrets/row-proofs.ts'
import { checkUsers } from '../../accounts/user-proofs.ts'
import { writeBankAccount } from '../../bank-account/index.ts'
import {
  accountOf,
  askAs,
  balanceOf,
  makeDeposit,
  rowIn,
  type RupiahDesk,
  rupiahDesk,
  withdraw,
} from './testing/rupiah-desk.ts'
import { unitsOf } from './units.ts'

/** Of ten thousand in a rotation of the slices. */
const tamperings = shareOf(10_000, sliceIn(process.env))
const ofRound = 50
const fund = 400_000_000
const small = 1_000_000
const large = 150_000_000
const deposited = 150_000
const seed = seedIn(process.env)

/** What a thief tries who wants rupiah; `other` is another row of the same table. */
const moves: readonly Move[] = [
  ...[
    'account_number = other.account_number, holder_name = other.holder_name',
    'user_id = other.user_id, account_number = other.account_number, holder_name = other.holder_name',
    'amount = t.amount + 100000, net = t.net + 100000',
    'fee = 0, provider_fee = 0, net = t.amount',
    "reference = t.reference || 'x'",
    'hold_id = other.hold_id',
    'hold_id = other.hold_id, amount = other.amount, net = other.net, fee = other.fee',
    'approvals_needed = 0, review_reason = null',
    `state = 'approved', cause = null, canceled_by = null`,
    `state = 'waiting', cause = null, canceled_by = null`,
    `state = 'sending', cause = null, canceled_by = null, sent_at = now(), sent_count = 1`,
    `state = 'canceled', canceled_by = 'user'`,
    `state = 'failed', cause = null`,
    `state = 'held', cause = null, canceled_by = null`,
    'user_id = other.user_id',
    'frozen_until = null, frozen_cause = null',
    'request_mac = other.request_mac',
  ].map((set) => ({ table: 'wallets.withdrawal', set })),
  ...[
    `state = 'paid', cause = null, paid_amount = t.amount, outside_fact = 'made-up-' || t.id`,
    `state = 'paid', cause = 'confirmed', paid_amount = t.amount * 10`,
    'user_id = other.user_id',
    `state = 'paid', user_id = other.user_id, paid_amount = t.amount`,
    `state = 'paid', cause = null, refused_credits = t.refused_credits + 1`,
    "reference = t.reference || 'x'",
  ].map((set) => ({ table: 'wallets.deposit', set })),
  { table: 'wallets.approval', set: 'row_id = other.row_id + 1' },
  { table: 'wallets.approval', copyWith: { operator_id: 'operator_id + 1' } },
  { table: 'wallets.approval', copyWith: { decision: `'take_paid'` } },
  { table: 'desk.vote', copyWith: { entry_no: 'entry_no + 1', operator_id: 'operator_id + 1' } },
  { table: 'desk.operator_role', copyWith: { user_id: 'user_id + 1' } },
  { table: 'bank.account', set: 'number = other.number, holder_name = other.holder_name' },
  { table: 'books.currency_halt', set: 'ended_at = now()' },
  { table: 'accounts.users', set: 'password_hash = other.password_hash, demo_name = null' },
  { table: 'accounts.users', set: `email = t.id || 'x@b.test', email_key = t.id || 'x@b.test'` },
  { table: 'accounts.users', set: `password_hash = 'mine'` },
  { table: 'accounts.users', set: 'email_verified_at = now()' },
  { table: 'security.row_proof', copyWith: { no: 'no + 1' } },
  { table: 'security.row_proof', copyWith: { no: 'no + 1', says: `'going'` } },
]

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('H-1: every table of the schema has its line in the list of those that are tampered with', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  assert.deepEqual(await tablesOf(desk.database), listedTables)
})

/** A person with an account of his own at the bank, what he asked for, and what he took back of it. */
type Owner = {
  readonly person: Person
  readonly accountNumber: string
  /** Rupiah that he may be paid, before fees; each at most once. */
  readonly asked: number[]
  /** Rupiah that he paid in at the gateway. */
  paidIn: number
}

async function ownerOf(desk: RupiahDesk, name: string, at: number): Promise<Owner> {
  const person = await desk.person(name, fund)
  const accountNumber = `55501234${at}7`
  const account = { ...accountOf(name), number: accountNumber }
  await writeBankAccount(desk.database, desk.parts.keys, person.userId, account)
  return { person, accountNumber, asked: [], paidIn: 0 }
}

/** Each owner asks for two deposits and pays one. */
async function payIn(desk: RupiahDesk, owners: readonly Owner[]): Promise<void> {
  for (const owner of owners) {
    await makeDeposit(desk, owner.person, deposited)
    const { depositId, invoiceId } = await makeDeposit(desk, owner.person, deposited)
    await desk.tell(`/invoices/${invoiceId}/pay`, {})
    owner.paidIn += deposited
    await rowIn(desk, 'deposit', depositId, 'credited')
  }
}

/** Each owner asks for two payouts, one of which he takes back, and a large one that one operator approves. */
async function live(desk: RupiahDesk, owners: readonly Owner[], operator: Person): Promise<void> {
  for (const { person, asked } of owners) {
    const ids: number[] = []
    for (const rupiah of [small, small, large]) {
      const { status, body } = await withdraw(desk, person, rupiah)
      assert.equal(status, 200, JSON.stringify(body))
      ids.push(Number((body['data'] as { id: unknown }).id))
    }
    const [canceled = 0, , review = 0] = ids
    await rowIn(desk, 'withdrawal', canceled, 'approved')
    assert.equal(
      (await askAs(desk, person, '/wallets_idr/withdraw/cancel', { id: canceled })).status,
      200,
    )
    await rowIn(desk, 'withdrawal', canceled, 'canceled')
    await rowIn(desk, 'withdrawal', review, 'waiting')
    asked.push(small)
    // One of the two that a large one needs.
    const path = `/desk/withdrawals/${review}/decide`
    const vote = await askAs(desk, operator, path, { decision: 'approve', reason: 'He called us.' })
    assert.equal(vote.status, 200, JSON.stringify(vote.body))
  }
}

/** Has every row looked at that still can be. */
async function lookAtAll({ database }: RupiahDesk): Promise<void> {
  const at = await database.query<{ at: string }>('select now()::text as at')
  const hastened = at.rows[0]?.at ?? ''
  for (const kind of ['deposit', 'withdrawal']) {
    await database.query(`update wallets.${kind} set next_look_at = $1`, [hastened])
  }
  await until('every row was looked at', async () => {
    const left = await database.query(
      `select from wallets.deposit where next_look_at = $1
       union all select from wallets.withdrawal where next_look_at = $1`,
      [hastened],
    )
    return left.rows.length === 0
  })
}

/** Waits until what the bank was told to pay is settled, or says what is wrong with it. */
async function settle(desk: RupiahDesk): Promise<void> {
  await lookAtAll(desk)
  await until(
    'payouts are settled',
    async () => {
      const open = await desk.database.query(
        `select w.id, w.state, w.cause, p.state as paid, w.next_look_at, w.taken_until, w.attempts from wallets.withdrawal w join simulated_bank.payout p on p.reference = w.reference
       where w.state in ('approved', 'sending', 'sent', 'unknown') and w.alarm is null`,
      )
      return open.rows.length === 0
    },
    20_000,
  )
}

type Payout = { readonly account: string; readonly amount: number }

async function payoutsOf({ database }: RupiahDesk): Promise<readonly Payout[]> {
  const found = await database.query<Payout>(
    `select account_number as account, amount::int as amount from simulated_bank.payout`,
  )
  return found.rows
}

async function assertNothingMoved(
  desk: RupiahDesk,
  owners: readonly Owner[],
  done: readonly Tampering[],
): Promise<void> {
  const paid = await payoutsOf(desk)
  const story = done
    .map(({ sql, wasRefused }) => (wasRefused ? `-- refused: ${sql}` : sql))
    .join('\n')
  const alarms = await desk.database.query<{ row: string }>(
    `select id || ' ' || state || ' ' || coalesce(cause, '') || ' ' || coalesce(alarm, '') as row
     from wallets.withdrawal order by id`,
  )
  const rows = alarms.rows.map(({ row }) => row).join('\n')
  const numbers = owners.map(({ accountNumber }) => accountNumber)
  const strange = paid.filter(({ account }) => !numbers.includes(account))
  assert.deepEqual(strange, [], `somebody else was paid after\n${story}`)
  for (const { person, accountNumber, asked, paidIn } of owners) {
    const own = paid.filter(({ account }) => account === accountNumber)
    // What arrives is less than what was asked for, by the fees alone.
    const isAsked = own.every(({ amount }) => amount > small * 0.98 && amount < small)
    assert.ok(
      isAsked && own.length <= asked.length,
      `${JSON.stringify(own)} was paid after\n${story}`,
    )
    const { available, held } = await balanceOf(desk, person.userId)
    const wanted = unitsOf(fund + paidIn - own.length * small)
    assert.equal(available + held, wanted, `a balance is another one after\n${story}\n${rows}`)
  }
}

/** Stops rupiah, or lets it go on, as the books do. */
function sayHalt({ database, parts }: RupiahDesk, says: 'entries' | 'going'): Promise<void> {
  return sayRow(database, parts.keys, { kind: 'halt', subject: '1' }, says)
}

/** What signs each user in, as one text. */
async function usersOf({ database }: RupiahDesk): Promise<ReadonlyMap<number, string>> {
  const found = await database.query<{ id: number; text: string }>(
    `select id, jsonb_build_array(email, email_key, password_hash, demo_name, role,
       email_verified_at is null, deleted_at is null)::text as text from accounts.users`,
  )
  return new Map(found.rows.map(({ id, text }) => [id, text]))
}

/** M-4: whoever's row says something else than before is found. */
async function assertUsersFound(
  desk: RupiahDesk,
  before: ReadonlyMap<number, string>,
): Promise<void> {
  const { unproven } = await checkUsers(desk.database, desk.parts.keys)
  const changed = [...(await usersOf(desk))].filter(([id, text]) => before.get(id) !== text)
  for (const [id] of changed) assert.ok(unproven.includes(id), `user ${id} was changed unseen`)
}

async function playRound(t: TestContext, chance: () => number, count: number): Promise<number> {
  const desk = await rupiahDesk(t, await rig.database())
  const operator = await desk.operator('Ratna')
  const owners = await Promise.all(
    ['Dewi', 'Citra', 'Rudi'].map((name, at) => ownerOf(desk, name, at)),
  )
  await payIn(desk, owners)
  await sayHalt(desk, 'entries')
  await desk.database.query(
    `insert into books.currency_halt (currency_id, check_name) values (1, 'entries')`,
  )
  await live(desk, owners, operator)
  const before = await usersOf(desk)
  const done: Tampering[] = []
  while (done.length < count) done.push(await tamper(desk.database, moves, chance))
  await lookAtAll(desk)
  assert.deepEqual(await payoutsOf(desk), [], 'the currency is stopped, whatever its rows say')
  await assertUsersFound(desk, before)
  await sayHalt(desk, 'going')
  await desk.database.query('update books.currency_halt set ended_at = now()')
  await settle(desk)
  await assertNothingMoved(desk, owners, done)
  const { rows } = await desk.database.query(
    `select from wallets.withdrawal where state = 'completed'`,
  )
  await desk.stop()
  return rows.length
}

test(`H-1 H-2 H-3 M-4 ATT-97: after ${tamperings} random tamperings with rows of any table nobody is paid what was not asked for, and nobody's balance moved`, async (t) => {
  const random = createRandom(seed)
  const completed = { count: 0 }
  for (let left = tamperings; left > 0; left -= ofRound) {
    completed.count += await playRound(t, () => random.uniform(), Math.min(left, ofRound))
  }
  // The rounds are worth something: what was left alone went its way.
  assert.ok(completed.count > 0)
})
