/** Double entry, checked in the tables alone, without core and journal. */
import type pg from 'pg'
import { type Check, newCheck, note, timed } from './checks.ts'

/** INV-01, INV-02 and INV-03 as sums over the tables. */
export async function checkDoubleEntry(client: pg.ClientBase): Promise<readonly Check[]> {
  return [
    await check(client, 'each currency sums to zero over all balances (INV-01)', zeroSums),
    await check(client, 'each currency sums to zero over all ledger entries (INV-01)', zeroEntries),
    await check(client, 'each balance is the sum of its ledger entries (INV-03)', entrySums),
    await check(client, 'no balance has the wrong sign (INV-02)', signs),
  ]
}

type Finding = { readonly sentence: string | null }

async function check(client: pg.ClientBase, name: string, text: string): Promise<Check> {
  const result = newCheck(name)
  await timed(result, async () => {
    const found = await client.query<Finding>(text)
    result.count = found.rows.length
    for (const { sentence } of found.rows) note(result, sentence)
  })
  return result
}

// Each query returns one row per item checked: a sentence if it is wrong, else null.

const zeroSums = `
  select case when sum(available + held + claim) <> 0 then format(
    'Currency %s: its balances sum to %s.', currency_id, sum(available + held + claim)) end as sentence
  from exchange.balance group by currency_id order by currency_id`

const zeroEntries = `
  select case when sum(amount) <> 0 then format(
    'Currency %s: its ledger entries sum to %s.', currency_id, sum(amount)) end as sentence
  from exchange.ledger_entry group by currency_id order by currency_id`

const entrySums = `
  select case when coalesce(b.amount, 0) <> coalesce(e.amount, 0) then format(
    'Account %s, currency %s: the balance is %s, its ledger entries sum to %s.',
    account_id, currency_id, coalesce(b.amount, 0), coalesce(e.amount, 0)) end as sentence
  from (select account_id, currency_id, available + held + claim as amount from exchange.balance) b
  full join (select account_id, currency_id, sum(amount) as amount from exchange.ledger_entry
    group by account_id, currency_id) e using (account_id, currency_id)
  order by account_id, currency_id`

const signs = `
  select case when held < 0 or claim > 0
      or (account_id between 100 and 199 and available > 0)
      or (account_id not between 100 and 199 and available < 0)
    then format('Account %s, currency %s: available %s, held %s, claim %s.',
      account_id, currency_id, available, held, claim) end as sentence
  from exchange.balance`
