/**
 * The part of `npm run audit` for deposits and withdrawals: compares every row with its holds and transfers,
 * in one snapshot. Rows that are being processed right now are left out.
 */
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { inSnapshot } from '../../platform/database/transaction.ts'
import { createLog } from '../../platform/logging/log.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type Finding, proofFindings } from './audit-proofs.ts'
import { type AuditCheck, chainChecks } from './chains/audit-checks.ts'

const shownMax = 10

/** A row in these states changes its balances and its state shortly after each other. */
const isAtRest = (row: string): string =>
  `(${row}.taken_until is null or ${row}.taken_until < now())
   and ${row}.updated_at < now() - interval '10 seconds'`

const open = `('held', 'waiting', 'approved', 'sending', 'unknown', 'sent')`

/** The transfers of each row, by kind of command and reason. */
const booked = `
  select source, command_kind as kind, reason, sum(amount)::bigint as amount
  from exchange.transfer where source ~ '^(deposit|withdrawal):[0-9]+$'
  group by source, command_kind, reason`

const checks: readonly AuditCheck[] = [
  {
    name: 'open withdrawals, each with a hold of its amount',
    text: `select case when h.remaining is distinct from w.amount then format(
        'Withdrawal %s is %s: it holds %s of %s.', w.id, w.state, coalesce(h.remaining, 0), w.amount)
      end as sentence
      from wallets.withdrawal w left join exchange.hold h on h.id = w.hold_id
      where w.state in ${open} and ${isAtRest('w')}`,
  },
  {
    name: 'holds, each of an open withdrawal',
    text: `select case when w.id is null or (w.state not in ${open} and ${isAtRest('w')}) then format(
        'Hold %s of %s has %s left, and its withdrawal is %s.', h.id, h.source, h.remaining,
        coalesce(w.state, 'missing')) end as sentence
      from exchange.hold h left join wallets.withdrawal w on h.source = 'withdrawal:' || w.id
      where h.remaining > 0 and h.source like 'withdrawal:%'`,
  },
  {
    name: 'deposits, each credited and taken back as its row says (INV-12)',
    text: `with booked as (${booked}),
      wanted as (
        select d.id, d.state,
          case when d.state in ('credited', 'reversed') or d.suspense_units is not null
            then d.paid_amount else 0 end as credited,
          case when d.state = 'reversed' then d.paid_amount else 0 end as reversed
        from wallets.deposit d where ${isAtRest('d')}
      )
      select case when coalesce(c.amount, 0) <> w.credited or coalesce(r.amount, 0) <> w.reversed
        then format('Deposit %s is %s: %s was credited and %s taken back.', w.id, w.state,
          coalesce(c.amount, 0), coalesce(r.amount, 0)) end as sentence
      from wanted w
      left join booked c on c.source = 'deposit:' || w.id and c.kind = 'credit'
      left join booked r on r.source = 'deposit:' || w.id and r.kind = 'reverse_credit'`,
  },
  {
    name: 'withdrawals, each paid and given back as its row says (INV-13)',
    text: `with booked as (${booked}),
      wanted as (
        select w.id, w.state,
          case when w.state in ('completed', 'reversed') then w.net + w.provider_fee else 0 end as paid,
          case when w.state in ('completed', 'reversed') then w.fee else 0 end as fee,
          case when w.state = 'reversed' then w.amount else 0 end as back
        from wallets.withdrawal w where ${isAtRest('w')}
      ),
      found as (
        select source,
          coalesce(sum(amount) filter (where kind = 'settle' and reason = 'withdrawal'), 0) as paid,
          coalesce(sum(amount) filter (where kind = 'settle' and reason = 'withdrawal_fee'), 0) as fee,
          coalesce(sum(amount) filter (where kind in ('credit', 'grant')), 0) as back
        from booked group by source
      )
      select case when coalesce(f.paid, 0) <> w.paid or coalesce(f.fee, 0) <> w.fee
          or coalesce(f.back, 0) <> w.back
        then format('Withdrawal %s is %s: %s was paid out, %s kept as fee, %s given back.', w.id,
          w.state, coalesce(f.paid, 0), coalesce(f.fee, 0), coalesce(f.back, 0)) end as sentence
      from wanted w left join found f on f.source = 'withdrawal:' || w.id`,
  },
  {
    name: 'transfers of deposits and withdrawals, each of the account of its row',
    text: `select case when t.account_id is distinct from r.user_id then format(
        '%s %s is of account %s, and %s was booked for account %s.', r.kind, r.id, r.user_id,
        t.amount, t.account_id) end as sentence
      from (
        select source, amount, case when command_kind = 'settle' then from_account_id
          else to_account_id end as account_id
        from exchange.transfer where command_kind in ('credit', 'grant', 'settle') and not suspended
          and source ~ '^(chain_)?(deposit|withdrawal):[0-9]+$'
      ) t
      join (
        select 'Deposit' as kind, id, user_id, 'deposit:' || id as source from wallets.deposit
        union all select 'Withdrawal', id, user_id, 'withdrawal:' || id from wallets.withdrawal
        union all select 'Chain deposit', id, user_id, 'chain_deposit:' || id
          from wallets.chain_deposit
        union all select 'Chain withdrawal', id, user_id, 'chain_withdrawal:' || id
          from wallets.chain_withdrawal
      ) r on r.source = t.source`,
  },
  {
    name: 'holds of withdrawals, each of the account of its row',
    text: `select case when h.account_id <> r.user_id or h.currency_id <> r.currency_id then format(
        '%s %s is of account %s, and its hold of account %s.', r.kind, r.id, r.user_id,
        h.account_id) end as sentence
      from exchange.hold h
      join (
        select 'Withdrawal' as kind, id, user_id, 1 as currency_id, 'withdrawal:' || id as source
          from wallets.withdrawal
        union all select 'Chain withdrawal', id, user_id, currency_id, 'chain_withdrawal:' || id
          from wallets.chain_withdrawal
      ) r on r.source = h.source
      where h.remaining > 0`,
  },
  {
    name: 'transfers of deposits and withdrawals, each of a row that is there',
    text: `select case when d.id is null and w.id is null then format(
        'Transfers of %s in all are booked for %s, which is not there.', b.amount, b.source)
      end as sentence
      from (${booked}) b
      left join wallets.deposit d on b.source = 'deposit:' || d.id
      left join wallets.withdrawal w on b.source = 'withdrawal:' || w.id`,
  },
  {
    name: 'rows of deposits and withdrawals, each where its last step says (INV-20)',
    text: `select case when s.state is distinct from r.state then format(
        '%s %s is %s, and its last step is %s.', r.kind, r.id, r.state, coalesce(s.state, 'missing'))
      end as sentence
      from (
        select 'deposit' as kind, id, state from wallets.deposit
        union all select 'withdrawal', id, state from wallets.withdrawal
      ) r
      left join lateral (
        select state from wallets.step where kind = r.kind and row_id = r.id order by no desc limit 1
      ) s on true`,
  },
]

type Print = (line: string) => void

/** Runs all checks of the ledger and prints each with its count; returns true if nothing is wrong. */
export function auditWallets(databaseUrl: string, print: Print): Promise<boolean> {
  return inSnapshotOf(databaseUrl, async (connection) =>
    printAll(await bookFindings(connection), print),
  )
}

/**
 * Checks the proofs of addresses, bank accounts, withdrawals and deposits, and prints each check with its
 * count; returns true if all are right.
 *
 * @param keys the server's keys; null if they are not available, then no proof is checked
 */
export async function auditProofs(
  databaseUrl: string,
  keys: Keys | null,
  print: Print,
): Promise<boolean> {
  if (keys === null) {
    print('WRONG proofs of rows: the secret that proves them is not here (TUKAR_SECRET_KEY).')
    return false
  }
  return inSnapshotOf(databaseUrl, async (connection) =>
    printAll(await proofFindings(connection, keys), print),
  )
}

/** Compares the ledger with the rows, in the caller's snapshot. */
export async function bookFindings(
  connection: Pick<Database, 'query'>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const { name, text } of [...checks, ...chainChecks]) {
    const { rows } = await connection.query<{ readonly sentence: string | null }>(text)
    const wrong = rows.flatMap(({ sentence }) => sentence ?? [])
    findings.push({ name, count: rows.length, wrong })
  }
  return findings
}

async function inSnapshotOf(
  databaseUrl: string,
  work: (connection: Pick<Database, 'query'>) => Promise<boolean>,
): Promise<boolean> {
  const database = openDatabase(databaseUrl, createLog('error'))
  try {
    return await inSnapshot(database, work)
  } finally {
    await database.end()
  }
}

function printAll(findings: readonly Finding[], print: Print): boolean {
  for (const { name, count, wrong } of findings) {
    print(`${wrong.length === 0 ? 'ok   ' : 'WRONG'} ${name}: ${count}`)
    for (const sentence of wrong.slice(0, shownMax)) print(`      ${sentence}`)
    if (wrong.length > shownMax) print(`      and ${wrong.length - shownMax} more.`)
  }
  return findings.every(({ wrong }) => wrong.length === 0)
}
