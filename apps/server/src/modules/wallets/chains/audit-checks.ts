/**
 * The part of `npm run audit` for coins: compares every row with its holds and transfers, and with the
 * nonces, outputs and transactions of its payout (INV-12, INV-13, INV-16, INV-20).
 */
import { inSuspenseCause } from '../machine/deposit-booking.ts'
import { finalCause, revertedCause } from './withdrawals/withdrawal-row.ts'

export type AuditCheck = {
  readonly name: string
  /** SQL that returns one row per checked row: a sentence if it is wrong, else null. */
  readonly text: string
}

/** A booking reaches the tables moments later, so recent changes are not compared yet. */
const isLongAgo = (time: string): string => `${time} < now() - interval '10 seconds'`

/** A row in these states changes its balances and its state shortly after each other. */
const isAtRest = (row: string): string =>
  `(${row}.taken_until is null or ${row}.taken_until < now()) and ${isLongAgo(`${row}.updated_at`)}`

const open = `('held', 'waiting_approval', 'approved', 'signing', 'signed', 'broadcast', 'confirming')`

/** The transfers of each row, by kind of command and reason. */
const booked = `
  select source, command_kind as kind, reason, sum(amount)::bigint as amount
  from exchange.transfer where source ~ '^chain_(deposit|withdrawal):[0-9]+$'
  group by source, command_kind, reason`

/** The hold of a finished withdrawal may be settled in part, between two states. */
const isSettling = (row: string): string =>
  `((${row}.state = 'confirming' and ${row}.cause = '${finalCause}')
    or (${row}.state = 'broadcast' and ${row}.cause = '${revertedCause}'))`

const holds: readonly AuditCheck[] = [
  {
    name: 'open withdrawals over chains, each with a hold of its amount',
    text: `select case when h.remaining is distinct from w.amount then format(
        'Chain withdrawal %s is %s: it holds %s of %s.', w.id, w.state, coalesce(h.remaining, 0),
        w.amount) end as sentence
      from wallets.chain_withdrawal w left join exchange.hold h on h.id = w.hold_id
      where w.state in ${open} and not ${isSettling('w')} and ${isAtRest('w')}`,
  },
  {
    name: 'holds of withdrawals over chains, each of an open one',
    text: `select case when w.id is null or (w.state not in ${open} and ${isAtRest('w')}) then format(
        'Hold %s of %s has %s left, and its withdrawal is %s.', h.id, h.source, h.remaining,
        coalesce(w.state, 'missing')) end as sentence
      from exchange.hold h
      left join wallets.chain_withdrawal w on h.source = 'chain_withdrawal:' || w.id
      where h.remaining > 0 and h.source like 'chain_withdrawal:%'`,
  },
]

const books: readonly AuditCheck[] = [
  {
    name: 'deposits over chains, each credited and taken back as its row says (INV-12)',
    text: `with booked as (${booked}),
      wanted as (
        select d.id, d.state,
          case when d.state in ('crediting', 'credited') then d.units else 0 end as units
        from wallets.chain_deposit d
        where d.state <> 'reversing' and ${isAtRest('d')}
          and (d.state <> 'crediting' or d.cause = '${inSuspenseCause}')
      )
      select case when coalesce(c.amount, 0) - coalesce(r.amount, 0) <> w.units then format(
          'Chain deposit %s is %s: %s was credited and %s taken back.', w.id, w.state,
          coalesce(c.amount, 0), coalesce(r.amount, 0)) end as sentence
      from wanted w
      left join booked c on c.source = 'chain_deposit:' || w.id and c.kind = 'credit'
      left join booked r on r.source = 'chain_deposit:' || w.id and r.kind = 'reverse_credit'`,
  },
  {
    name: 'withdrawals over chains, each paid as its row says (INV-13)',
    text: `with booked as (${booked})
      select case when coalesce(p.amount, 0) <> w.paid or coalesce(f.amount, 0) <> w.fee then format(
          'Chain withdrawal %s is %s: %s was paid out, %s kept as fee.', w.id, w.state,
          coalesce(p.amount, 0), coalesce(f.amount, 0)) end as sentence
      from (
        select w.id, w.state, case when w.state = 'done' then w.net else 0 end as paid,
          case when w.state = 'done' or (w.state = 'failed' and w.cause = '${revertedCause}')
            then w.fee else 0 end as fee
        from wallets.chain_withdrawal w where not ${isSettling('w')} and ${isAtRest('w')}
      ) w
      left join booked p on p.source = 'chain_withdrawal:' || w.id and p.kind = 'settle'
        and p.reason = 'withdrawal'
      left join booked f on f.source = 'chain_withdrawal:' || w.id and f.kind = 'settle'
        and f.reason = 'withdrawal_fee'`,
  },
  {
    name: 'transfers over chains, each of a row that is there',
    text: `select case when d.id is null and w.id is null then format(
        'Transfers of %s in all are booked for %s, which is not there.', b.amount, b.source)
      end as sentence
      from (${booked}) b
      left join wallets.chain_deposit d on b.source = 'chain_deposit:' || d.id
      left join wallets.chain_withdrawal w on b.source = 'chain_withdrawal:' || w.id`,
  },
]

const slots: readonly AuditCheck[] = [
  {
    name: 'withdrawals over chains, each mined once at most, and once where it is done (INV-13)',
    text: `select case when t.mined > 1 or (w.state = 'done' and t.mined <> 1) then format(
        'Chain withdrawal %s is %s: %s of its transactions are in blocks.', w.id, w.state, t.mined)
      end as sentence
      from wallets.chain_withdrawal w
      cross join lateral (select count(*) as mined from wallets.chain_transaction t
        where t.withdrawal_id = w.id and t.state in ('mined', 'final')) t
      where ${isAtRest('w')}`,
  },
  {
    name: 'nonces, each of one purpose (INV-16)',
    text: `select case when count(distinct coalesce('withdrawal ' || withdrawal_id, reference)) > 1
        and bool_and(purpose <> 'gap_filling') then format(
        'Nonce %s of %s on %s has more than one purpose.', nonce, from_address, chain) end as sentence
      from wallets.chain_transaction where nonce is not null group by chain, from_address, nonce`,
  },
  {
    name: 'outputs of ours, each taken by what may still spend it or did',
    text: `select case when w.state in ('requested', 'held', 'waiting_approval', 'approved',
          'failed', 'canceled')
        or (w.state = 'done' and o.spent_txid is not null and not exists (
          select 1 from wallets.chain_transaction t
          where t.withdrawal_id = w.id and t.txid = o.spent_txid))
        then format('Output %s:%s is taken by withdrawal %s, which is %s.', o.txid, o.output_index,
          w.id, w.state) end as sentence
      from wallets.chain_outpoint o join wallets.chain_withdrawal w on w.id = o.reserved_for`,
  },
  {
    name: 'withdrawals over chains that were signed, each approved',
    text: `select case when w.approval_mac is null or w.request_mac is null
          or (w.approvals_needed > (select count(*) from wallets.approval a
            where a.kind = 'chain_withdrawal' and a.row_id = w.id and a.decision = 'approve'))
        then format('Chain withdrawal %s was signed without what has to prove it.', w.id)
        end as sentence
      from wallets.chain_withdrawal w where w.signed_count > 0`,
  },
  {
    name: 'rows over chains, each where its last step says (INV-20)',
    text: `select case when s.state is distinct from r.state then format(
        '%s %s is %s, and its last step is %s.', r.kind, r.id, r.state, coalesce(s.state, 'missing'))
      end as sentence
      from (
        select 'chain_deposit' as kind, id, state from wallets.chain_deposit
        union all select 'chain_withdrawal', id, state from wallets.chain_withdrawal
      ) r
      left join lateral (
        select state from wallets.step where kind = r.kind and row_id = r.id order by no desc limit 1
      ) s on true`,
  },
]

const bookedOfHouse = `
  select source, sum(amount)::bigint as amount from exchange.transfer
  where source ~ '^chain_(transaction|reserve):[0-9]+$' group by source`

const house: readonly AuditCheck[] = [
  {
    name: 'network fees, each booked once as its row says (INV-14)',
    text: `with booked as (${bookedOfHouse})
      select case when coalesce(b.amount, 0) <> coalesce(t.fee_units, 0)
          or (t.fee_booked_at is not null and t.state <> 'final') then format(
          'Transaction %s is %s and cost %s: %s was booked.', t.id, t.state,
          coalesce(t.fee_units, 0), coalesce(b.amount, 0)) end as sentence
      from wallets.chain_transaction t
      left join booked b on b.source = 'chain_transaction:' || t.id
      where ${isLongAgo('t.fee_booked_at')}
        or (b.source is not null and t.fee_booked_at is null and ${isLongAgo('t.updated_at')})`,
  },
  {
    name: 'coins that the house was lent, each booked once as its row says (INV-14)',
    text: `with booked as (${bookedOfHouse})
      select case when coalesce(b.amount, 0) <> r.units then format(
          'Reserve %s is booked to %s: %s of %s.', r.id, r.booked_to, coalesce(b.amount, 0), r.units)
        end as sentence
      from wallets.chain_reserve r left join booked b on b.source = 'chain_reserve:' || r.id
      where ${isLongAgo('r.booked_at')}`,
  },
  {
    name: 'transfers of the house over chains, each of a row that is there',
    text: `select case when t.id is null and r.id is null then format(
        'Transfers of %s in all are booked for %s, which is not there.', b.amount, b.source)
      end as sentence
      from (${bookedOfHouse}) b
      left join wallets.chain_transaction t on b.source = 'chain_transaction:' || t.id
      left join wallets.chain_reserve r on b.source = 'chain_reserve:' || r.id`,
  },
  {
    name: 'transactions over chains that are final, each with what it cost',
    text: `select case when fee_paid is null then format(
        'Transaction %s (%s on %s) is final, and nobody knows what it cost.', id, purpose, chain)
      end as sentence
      from wallets.chain_transaction where state = 'final'`,
  },
  {
    name: 'outputs that are made one, each taken by what may still spend it or did',
    text: `select case when t.purpose <> 'consolidation' or t.state in ('void', 'displaced')
          and o.spent_txid is null or (t.state = 'final' and o.spent_txid is distinct from t.txid)
        then format('Output %s:%s is taken by transaction %s (%s), which is %s.', o.txid,
          o.output_index, t.id, t.purpose, t.state) end as sentence
      from wallets.chain_outpoint o join wallets.chain_transaction t on t.id = o.taken_by`,
  },
  {
    name: 'gas that an address of a user was given, each for an address that is there',
    text: `select case when a.index is null then format(
        'Transaction %s on %s is about address %s, which nobody has.', t.id, t.chain,
        split_part(t.reference, ':', 2)) end as sentence
      from wallets.chain_transaction t
      left join wallets.chain_address a on a.family = 'evm'
        and a.index::text = split_part(t.reference, ':', 2)
      where t.purpose in ('sweep', 'gas_funding')`,
  },
]

const rulings: readonly AuditCheck[] = [
  {
    name: 'rulings about deposits over chains, each of two people (INV-22)',
    text: `select case when r.people < 2 then format(
        'Chain deposit %s was ruled about (%s) by %s.', r.id, r.action, r.people) end as sentence
      from (
        select d.id, k.action, (select count(distinct e.operator_id) from desk.audit_entry e
          where e.action = k.action and e.subject = 'chain_deposit:' || d.id) as people
        from wallets.chain_deposit d
        join lateral (values ('chain_deposit.set_aside', d.set_aside_at is not null),
          ('chain_deposit.release', d.released_life > 0),
          ('chain_deposit.credit', d.granted_life > 0)) k(action, is_made) on k.is_made
      ) r`,
  },
  {
    name: 'deposits over chains, each with no more lives ruled about than it had',
    text: `select case when released_life > life or resumed_life > released_life then format(
        'Chain deposit %s has %s lives: %s were released, %s went on.', id, life, released_life,
        resumed_life) end as sentence
      from wallets.chain_deposit where released_life > 0 or resumed_life > 0`,
  },
]

/** All checks. */
export const chainChecks: readonly AuditCheck[] = [
  ...holds,
  ...books,
  ...slots,
  ...house,
  ...rulings,
]
