/** For tests of tampering: deposits and withdrawals of rupiah, over the bank of a simulation. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { until } from '../../../engine/testing/until.ts'
import { type Person, personAt, suspend } from '../../../testing/desk.ts'
import type { TamperMove } from '../../../testing/tampering.ts'
import { writeBankAccount } from '../../bank-account/index.ts'
import { readProfiles } from '../../markets/profile-store.ts'
import {
  accountOf,
  askAs,
  balanceOf,
  makeDeposit,
  rowIn,
  type RupiahDesk,
  withdraw,
} from '../rupiah/testing/rupiah-desk.ts'
import { unitsOf } from '../rupiah/units.ts'
import { countOf, type Side } from './side.ts'

const fund = 400_000_000
const small = 1_000_000
const large = 150_000_000
const deposited = 150_000

/** Moves of a thief who wants rupiah. */
const moves: readonly TamperMove[] = [
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
  { table: 'accounts.suspension', set: 'ended_at = now(), ended_by = t.change_id' },
  { table: 'accounts.users', set: 'password_hash = other.password_hash, demo_name = null' },
  { table: 'accounts.users', set: `email = t.id || 'x@b.test', email_key = t.id || 'x@b.test'` },
  { table: 'accounts.users', set: `password_hash = 'mine'` },
  { table: 'accounts.users', set: 'email_verified_at = now()' },
  { table: 'kyc.record', set: `state = 'approved', step = 3, decided_at = now()` },
  { table: 'agreement.signature', copyWith: { user_id: '(select max(user_id) from kyc.record)' } },
  {
    table: 'security.row_proof',
    copyWith: { subject: '(select max(user_id)::text from kyc.record)' },
  },
  ...[
    `withdrawal_fee = '0'`,
    'withdrawal_fee = other.withdrawal_fee, travel_rule_limit = null',
    'deposits_open = not t.deposits_open, withdrawals_open = not t.withdrawals_open',
    'version = t.version + 1',
  ].map((set) => ({ table: 'markets.currency_profile', set })),
  { table: 'security.row_proof', copyWith: { no: 'no + 1' } },
  { table: 'security.row_proof', copyWith: { no: 'no + 1', says: `'going'` } },
]

/** A user with his own account at the bank, his withdrawals, and the canceled ones. */
type Owner = {
  readonly person: Person
  readonly accountNumber: string
  /** Rupiah before fees that he may be paid, each at most once. */
  readonly asked: number[]
  /** Rupiah that he deposited at the gateway. */
  paidIn: number
}

async function ownerOf(desk: RupiahDesk, name: string, at: number): Promise<Owner> {
  const person = await desk.person(name, fund)
  const accountNumber = `55501234${at}7`
  const account = { ...accountOf(name), number: accountNumber }
  await writeBankAccount(desk.database, desk.deps.keys, person.userId, account)
  return { person, accountNumber, asked: [], paidIn: 0 }
}

/** Each owner requests two deposits and pays one. */
async function payIn(desk: RupiahDesk, owners: readonly Owner[]): Promise<void> {
  for (const owner of owners) {
    await makeDeposit(desk, owner.person, deposited)
    const { depositId, invoiceId } = await makeDeposit(desk, owner.person, deposited)
    await desk.control(`/invoices/${invoiceId}/pay`, {})
    owner.paidIn += deposited
    await rowIn(desk, 'deposit', depositId, 'credited')
  }
}

/**
 * Each owner requests two withdrawals, cancels one of them, and requests a large one that one operator
 * approves.
 */
async function payOut(desk: RupiahDesk, owners: readonly Owner[], operator: Person): Promise<void> {
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
    // One of the two approvals that a large withdrawal needs.
    const path = `/desk/withdrawals/${review}/decide`
    const vote = await askAs(desk, operator, path, { decision: 'approve', reason: 'He called us.' })
    assert.equal(vote.status, 200, JSON.stringify(vote.body))
  }
}

/** A user with a withdrawal under way whom operators suspend: he is paid nothing. */
async function payOutSuspended(desk: RupiahDesk, { person }: Owner): Promise<void> {
  const { body } = await withdraw(desk, person, small)
  await rowIn(desk, 'withdrawal', Number((body['data'] as { id: unknown }).id), 'approved')
  await suspend(desk.database, desk.deps.keys, person.userId)
}

/** A row that was duplicated during a pass keeps the claim until its lease ends. */
const looksMs = 150_000

/** Makes every unfinished row of these tables due. */
export async function advanceAll(
  { database }: Pick<RupiahDesk, 'database'>,
  kinds: readonly string[],
): Promise<void> {
  const at = await database.query<{ at: string }>('select now()::text as at')
  const hastened = at.rows[0]?.at ?? ''
  for (const kind of kinds) {
    await database.query(`update wallets.${kind} set next_look_at = $1`, [hastened])
  }
  const left = kinds.map((kind) => `select from wallets.${kind} where next_look_at = $1`)
  await until(
    'every row was looked at',
    async () => {
      const found = await database.query(left.join(' union all '), [hastened])
      return found.rows.length === 0
    },
    looksMs,
  )
}

/** A user without identity verification, for whom no row opens anything. */
async function strangerTo(desk: RupiahDesk): Promise<Person> {
  const stranger = await personAt(desk, 'Gani')
  await desk.database.query('insert into kyc.record (user_id) values ($1)', [stranger.userId])
  return stranger
}

async function openedTo({ deps }: RupiahDesk, { userId }: Person): Promise<readonly string[]> {
  const opened: string[] = []
  for (const passage of ['deposit', 'withdraw'] as const) {
    const isOpen = await deps.gate.requireFor(userId, passage).then(
      () => true,
      () => false,
    )
    if (isOpen) opened.push(`account ${userId} may ${passage}, and was never verified`)
  }
  return opened
}

async function settle(desk: RupiahDesk): Promise<void> {
  await advanceAll(desk, ['deposit', 'withdrawal'])
  await until(
    'payouts are settled',
    async () => {
      const open = await desk.database.query(
        `select from wallets.withdrawal w join simulated_bank.payout p on p.reference = w.reference
         where w.state in ('approved', 'sending', 'sent', 'unknown') and w.alarm is null`,
      )
      return open.rows.length === 0
    },
    20_000,
  )
}

type Payout = { readonly account: string; readonly amount: number }

async function faultsOf(desk: RupiahDesk, owners: readonly Owner[]): Promise<readonly string[]> {
  const found = await desk.database.query<Payout>(
    `select account_number as account, amount::int as amount from simulated_bank.payout`,
  )
  const paid = found.rows
  const numbers = owners.map(({ accountNumber }) => accountNumber)
  const faults = paid
    .filter(({ account }) => !numbers.includes(account))
    .map(({ account, amount }) => `${account} was paid ${amount}`)
  for (const { person, accountNumber, asked, paidIn } of owners) {
    const own = paid.filter(({ account }) => account === accountNumber)
    // The payout is the requested amount less the fees.
    const isAsked = own.every(({ amount }) => amount > small * 0.98 && amount < small)
    if (!isAsked || own.length > asked.length) {
      faults.push(`${accountNumber} was paid ${JSON.stringify(own)}, and asked for ${asked.length}`)
    }
    const { available, held } = await balanceOf(desk, person.userId)
    const wanted = unitsOf(fund + paidIn - own.length * small)
    if (available + held !== wanted) {
      faults.push(`account ${person.userId} has ${available + held} units of rupiah, not ${wanted}`)
    }
  }
  return faults
}

/** Three owners, and an operator who approves large withdrawals. */
export async function rupiahSide(desk: RupiahDesk, operator: Person): Promise<Side> {
  const owners = await Promise.all(
    ['Dewi', 'Citra', 'Rudi'].map((name, at) => ownerOf(desk, name, at)),
  )
  const [stranger, suspended] = [await strangerTo(desk), await ownerOf(desk, 'Yuni', 4)]
  const { database, keys } = desk.deps
  const profiles = await readProfiles(database, keys)
  await payIn(desk, owners)
  return {
    currencyId: 1,
    moves,
    async live() {
      await payOut(desk, owners, operator)
      await payOutSuspended(desk, suspended)
    },
    settle: () => settle(desk),
    async faults() {
      const isAsSet = isDeepStrictEqual(await readProfiles(database, keys), profiles)
      return [
        ...(await faultsOf(desk, owners)),
        ...(await openedTo(desk, stranger)),
        ...(isAsSet ? [] : ['a currency is handled as nobody set it']),
      ]
    },
    completed: () =>
      countOf(
        desk.database,
        `select count(*)::int as count from wallets.withdrawal where state = 'completed'`,
      ),
  }
}
