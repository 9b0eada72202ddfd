/** Invariants of money in and out, checked in the books of both sides. */
import assert from 'node:assert/strict'
import type { Ledger } from '../harness/ledger.ts'
import { isProjected } from '../harness/ledger.ts'
import { until } from '../harness/until.ts'
import type { MoneyStage } from './money-stage.ts'

/** The ledger's account for our money at the bank. */
export const bankRail = 101
const rupiah = 1
const projectedWithinMs = 60_000
/** Sen in a rupiah. */
export const units = 100n

type Sum = { readonly sum: string }

/** The single figure of a query; zero if there is no row. */
export async function figure(
  books: Ledger,
  text: string,
  values: readonly unknown[] = [],
): Promise<bigint> {
  const [row] = await books.query<Sum>(text, values)
  return BigInt(row?.sum ?? 0)
}

/** The number of rows of a query, by name. */
export async function tally(
  books: Ledger,
  text: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await books.query<{ name: string; count: string }>(text)
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** Waits until the projections hold the whole journal. */
export async function untilProjected({ ledger }: MoneyStage): Promise<void> {
  await until('the tables to hold the journal', () => isProjected(ledger), {
    withinMs: projectedWithinMs,
  })
}

/**
 * INV-01, INV-11, INV-14: the bank's balance equals the ledger's claim on it plus payments that were credited
 * to nobody. Every balance equals the sum of its entries.
 */
export async function checkBooks(stage: MoneyStage): Promise<void> {
  await untilProjected(stage)
  const { ledger, bank } = stage
  const owed = await figure(
    ledger,
    'select -available as sum from exchange.balance where account_id = $1 and currency_id = $2',
    [bankRail, rupiah],
  )
  const paidIn = await figure(
    bank.books,
    `select sum(paid_amount) from simulated_bank.invoice where state = 'PAID'`,
  )
  const credited = await figure(
    ledger,
    `select sum(paid_amount) from wallets.deposit where state = 'credited'`,
  )
  assert.equal(
    (await bank.balance()) * units,
    owed + paidIn * units - credited,
    'the bank has what the ledger says, and what nobody was credited',
  )
  assert.deepEqual(await findInconsistentRows(ledger), [])
  assert.deepEqual(await ledger.brokenInvariants(), [])
}

/** Rows that must not exist, each kind with its query. */
const strange: Readonly<Record<string, string>> = {
  'INV-12 a deposit is booked once, with what the bank confirmed': `
    select d.id, d.state, count(t.*) as bookings, sum(t.amount) as amount from wallets.deposit d
    left join exchange.transfer t on t.source = 'deposit:' || d.id
    group by d.id
    having count(t.*) <> (d.state = 'credited')::int
      or (d.state = 'credited' and (sum(t.amount) <> d.paid_amount or bool_or(t.to_account_id <> d.user_id)))`,
  'INV-12 nothing comes over the rail but deposits, and payouts that came back': `
    select t.* from exchange.transfer t where t.from_account_id = ${bankRail}
      and t.reason not in ('deposit', 'withdrawal_reversed', 'sponsored_payout')`,
  'INV-13 a withdrawal is booked once, or not at all': `
    select w.id, w.state, sum(t.amount) filter (where t.reason = 'withdrawal') as rail,
      sum(t.amount) filter (where t.reason = 'withdrawal_fee') as fee
    from wallets.withdrawal w left join exchange.transfer t
      on t.source = 'withdrawal:' || w.id and t.from_bucket = 'held' and t.to_account_id < 1000
    group by w.id
    having coalesce(sum(t.amount) filter (where t.reason = 'withdrawal'), 0) <>
        case when w.state in ('completed', 'reversed') then w.net + w.provider_fee else 0 end
      or coalesce(sum(t.amount) filter (where t.reason = 'withdrawal_fee'), 0) <>
        case when w.state in ('completed', 'reversed') then w.fee else 0 end`,
  'FLT-35 what came back was given back once': `
    select w.id, w.state, sum(t.amount) from wallets.withdrawal w left join exchange.transfer t
      on t.source = 'withdrawal:' || w.id
      and t.reason in ('withdrawal_reversed', 'withdrawal_fee_reversed')
    group by w.id
    having coalesce(sum(t.amount), 0) <> case when w.state = 'reversed' then w.amount else 0 end`,
  'INV-04 what is not over holds all of it, and what is over nothing': `
    select w.id, w.state, h.remaining from wallets.withdrawal w
    left join exchange.hold h on h.id = w.hold_id and h.remaining > 0
    where coalesce(h.remaining, 0) <> case
      when w.state in ('completed', 'failed', 'canceled', 'refused', 'reversed', 'requested') then 0
      else w.amount end`,
  'INV-20 the steps end in the state, and what is over stays so': `
    select w.id, w.state, array_agg(s.state order by s.no) from wallets.withdrawal w
    join wallets.step s on s.kind = 'withdrawal' and s.row_id = w.id
    group by w.id
    having (array_agg(s.state order by s.no desc))[1] <> w.state
      or count(*) filter (where s.state in ('completed', 'failed', 'canceled', 'refused')) > 1
      or count(*) filter (where s.state = 'held') > 1`,
  'everybody has his starting funds and what his rows come to': `
    select u.id, b.available, b.held from accounts.users u
    join exchange.balance b on b.account_id = u.id and b.currency_id = ${rupiah}
    left join lateral (select coalesce(sum(paid_amount), 0) as got from wallets.deposit d
      where d.user_id = u.id and d.state = 'credited') d on true
    left join lateral (select
        coalesce(sum(amount) filter (where state = 'completed'), 0) as gone,
        coalesce(sum(amount) filter (where hold_id is not null
          and state not in ('completed', 'failed', 'canceled', 'reversed')), 0) as held
      from wallets.withdrawal w where w.user_id = u.id) w on true
    left join lateral (select coalesce(sum(amount), 0) as fund from exchange.transfer t
      where t.to_account_id = u.id and t.currency_id = ${rupiah}
        and t.source not like 'deposit:%' and t.source not like 'withdrawal:%') f on true
    where exists (select from wallets.deposit d where d.user_id = u.id
        union all select from wallets.withdrawal w where w.user_id = u.id)
      and (b.held <> w.held or b.available <> f.fund + d.got - w.gone - w.held)`,
}

/** The inconsistent rows of both sides, each kind with its first rows; empty if there are none. */
export async function findInconsistentRows(ledger: Ledger): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, text] of Object.entries(strange)) {
    const rows = await ledger.query(text)
    if (rows.length > 0) {
      found.push(`${name}: ${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`)
    }
  }
  return found
}
