/**
 * The checks of a reconciliation, in one snapshot of the tables, so that no money is in transit between two
 * reads. Their cost grows with accounts, open orders and the entries since the totals last advanced, never
 * with the number of all trades.
 */
import type { Transaction } from '../../platform/database/pool.ts'
import { type Finding, findingsOf, type CurrencySample, samplesMax } from './finding.ts'
import { entriesOfRange, type Marks, readEnd, valuesOf } from './range.ts'
import { readMarks } from './totals.ts'

/** The sums of a currency by kind of account, in units. Custody is zero or below. */
export type CurrencySums = {
  readonly currencyId: number
  readonly users: number
  readonly traders: number
  readonly house: number
  readonly custody: number
  readonly held: number
}

/** The journal and the tables that are projected from it. */
export type JournalFigures = {
  readonly seq: number
  readonly row: number
  readonly lastRow: number
  readonly isAsJournal: boolean
}

export type SnapshotFindings = {
  readonly findings: readonly Finding[]
  readonly sums: readonly CurrencySums[]
  readonly journal: JournalFigures
  /** The position from which the ledger was summed again, and the number of rows since then. */
  readonly since: Marks
}

type Grouped = CurrencySample & { readonly total: number }

/** Runs all checks in a transaction that reads one snapshot. */
export async function checkSnapshot(transaction: Transaction): Promise<SnapshotFindings> {
  const journal = await readJournal(transaction)
  const since = await readMarks(transaction)
  const sums = await readSums(transaction)
  const findings = [
    ...findingsOf('journal', journal.isAsJournal ? [] : journalSamples(journal, sums)),
    ...findingsOf('entries', await entriesDiffer(transaction, since)),
    ...findingsOf('zero_sum', await sumsDiffer(transaction)),
    ...findingsOf('sign', await signsWrong(transaction)),
    ...findingsOf('held', await heldDiffers(transaction)),
    ...findingsOf('trades', await tradesMissing(transaction, since)),
  ]
  return { findings, sums, journal, since }
}

/**
 * All currencies depend on the journal, and nobody knows which ones a fault concerns, so all of them are
 * reported.
 */
function journalSamples(
  { row, lastRow }: JournalFigures,
  sums: readonly CurrencySums[],
): readonly CurrencySample[] {
  const sample = { of: `journal:${row}`, expected: lastRow, found: row }
  return sums.map(({ currencyId }) => ({ ...sample, currencyId }))
}

/** How many journal rows up to the watermark each run counts. */
const journalRowsCounted = 10_000

async function readJournal(transaction: Transaction): Promise<JournalFigures> {
  const found = await transaction.query<JournalFigures>(
    `select w.seq, w.row_no as row, coalesce(l.last_row, 0) as "lastRow",
       w.row_no = 0 or coalesce(j.hash = w.hash and j.last_seq = w.seq, false)
         and (select count(*) from exchange.journal
           where row_no <= w.row_no and row_no > w.row_no - $1) = least(w.row_no, $1) as "isAsJournal"
     from exchange.watermark w left join exchange.journal j using (row_no)
     left join (select max(row_no) as last_row from exchange.journal) l on true`,
    [journalRowsCounted],
  )
  return found.rows[0] ?? { seq: 0, row: 0, lastRow: 0, isAsJournal: false }
}

/** INV-03: compares the balances with the saved totals plus the entries after them. */
async function entriesDiffer(transaction: Transaction, since: Marks): Promise<readonly Grouped[]> {
  const range = { after: since, upTo: await readEnd(transaction) }
  const found = await transaction.query<Grouped>(
    `with ${entriesOfRange}, ledger as (
       select account_id, currency_id, sum(amount)::bigint as amount from (
         select account_id, currency_id, amount from entry
         union all select account_id, currency_id, amount from books.total) both_parts
       group by account_id, currency_id
     ), differing as (
       select currency_id, account_id, coalesce(l.amount, 0) as expected,
         coalesce(b.available + b.held + b.claim, 0) as found,
         row_number() over (partition by currency_id order by account_id) as place,
         count(*) over (partition by currency_id) as total
       from exchange.balance b full join ledger l using (account_id, currency_id)
       where coalesce(b.available + b.held + b.claim, 0) <> coalesce(l.amount, 0)
     )
     select currency_id as "currencyId", account_id::text as of, expected, found, total
     from differing where place <= ${samplesMax} order by currency_id, place`,
    valuesOf(range),
  )
  return found.rows
}

async function sumsDiffer(transaction: Transaction): Promise<readonly CurrencySample[]> {
  const found = await transaction.query<CurrencySample>(
    `select currency_id as "currencyId", 'all' as of, 0::bigint as expected,
       sum(available + held + claim)::bigint as found
     from exchange.balance group by currency_id having sum(available + held + claim) <> 0
     order by currency_id`,
  )
  return found.rows
}

/**
 * The constraints of the table prevent most of this; this check finds a table that lost its constraints
 * (INV-02).
 */
async function signsWrong(transaction: Transaction): Promise<readonly Grouped[]> {
  const found = await transaction.query<Grouped>(
    `select currency_id as "currencyId", account_id::text as of, 0::bigint as expected,
       case when held < 0 then held when claim > 0 then claim else available end as found,
       count(*) over (partition by currency_id) as total
     from exchange.balance
     where held < 0 or claim > 0 or (account_id between 100 and 199 and available > 0)
       or (account_id not between 100 and 199 and available < 0)
     order by currency_id, account_id limit 1000`,
  )
  return found.rows
}

/**
 * INV-04: open orders hold by their price, rounded up as the core does, and withdrawals hold their amounts.
 */
async function heldDiffers(transaction: Transaction): Promise<readonly Grouped[]> {
  const found = await transaction.query<Grouped>(
    `with wanted as (
       select account_id, currency_id, sum(amount)::bigint as amount from (
         select o.account_id, case o.side when 'buy' then m.quote_id else m.base_id end as currency_id,
           case o.side when 'sell' then o.remaining::numeric
             else div(o.price::numeric * o.remaining + s.scale - 1, s.scale) end as amount
         from exchange.orders o join exchange.market m on m.id = o.market_id
         join (select id, power(10::numeric, decimals)::numeric(20, 0) as scale
           from exchange.currency) s on s.id = m.base_id
         where o.status = 'open'
         union all select account_id, currency_id, remaining from exchange.hold) each_hold
       group by account_id, currency_id
     ), differing as (
       select currency_id, account_id, coalesce(w.amount, 0) as expected, coalesce(b.held, 0) as found,
         row_number() over (partition by currency_id order by account_id) as place,
         count(*) over (partition by currency_id) as total
       from (select account_id, currency_id, held from exchange.balance where held <> 0) b
       full join wanted w using (account_id, currency_id)
       where coalesce(w.amount, 0) <> coalesce(b.held, 0)
     )
     select currency_id as "currencyId", account_id::text as of, expected, found, total
     from differing where place <= ${samplesMax} order by currency_id, place`,
  )
  return found.rows
}

/**
 * INV-16: since the totals advanced, each market has as many trades as it counted; reported for both
 * currencies.
 */
async function tradesMissing(
  transaction: Transaction,
  { trades }: Marks,
): Promise<readonly CurrencySample[]> {
  const found = await transaction.query<CurrencySample>(
    `select c.id as "currencyId", 'market:' || m.id as of, m.trade_count as expected,
       coalesce(k.no, 0) + t.count as found
     from exchange.market m
     left join unnest($1::int[], $2::bigint[]) as k (id, no) on k.id = m.id
     cross join lateral (select count(*) as count from exchange.trade
       where market_id = m.id and no > coalesce(k.no, 0)) t
     cross join lateral unnest(array[m.base_id, m.quote_id]) as c (id)
     where m.trade_count <> coalesce(k.no, 0) + t.count order by m.id, c.id`,
    [[...trades.keys()], [...trades.values()]],
  )
  return found.rows
}

async function readSums(transaction: Transaction): Promise<readonly CurrencySums[]> {
  const found = await transaction.query<CurrencySums>(
    `select c.id as "currencyId",
       coalesce(sum(amount) filter (where account_id > 999), 0)::bigint as users,
       coalesce(sum(amount) filter (where account_id between 900 and 999), 0)::bigint as traders,
       coalesce(sum(amount) filter (where account_id < 100 or account_id between 200 and 899), 0)::bigint
         as house,
       coalesce(sum(amount) filter (where account_id between 100 and 199), 0)::bigint as custody,
       coalesce(sum(held), 0)::bigint as held
     from exchange.currency c left join (select currency_id, account_id, held,
       available + held + claim as amount from exchange.balance) b on b.currency_id = c.id
     group by c.id order by c.id`,
  )
  return found.rows
}
