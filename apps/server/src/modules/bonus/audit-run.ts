/** The bonus part of `npm run audit`: compares recorded payments with the ledger. */
import { onClient } from '../../platform/database/on-client.ts'

/**
 * A payment is booked first and recorded moments later. Payments that were interrupted longer ago than this
 * are completed by the operators' next attempt.
 */
const graceMinutes = 10

const source = `'bonus:' || to_char(to_timestamp(e.starts_ms / 1000.0) at time zone 'Asia/Jakarta', 'YYYY-MM')
  || ':' || e.user_id`

const bookedPayments = `
  select source, to_account_id as user_id, sum(amount)::bigint as amount, max(time_ms) as time_ms
  from exchange.transfer where reason = 'bonus' and command_kind = 'grant' group by 1, 2`

const text = `
  select format('The bonus %s is %s: %s of %s was given.', coalesce(g.source, e.source),
    coalesce(e.state, 'not there'), coalesce(g.amount, 0), coalesce(e.amount, 0)) as sentence
  from (${bookedPayments}) g
  full join (
    select e.user_id, e.state, m.amount, ${source} as source
    from bonus.entry e join bonus.month m on m.starts_ms = e.starts_ms) e
    on e.source = g.source and e.user_id = g.user_id
  where (e.state = 'paid' and g.amount is distinct from e.amount)
    or (g.source is not null and e.state is distinct from 'paid'
      and g.time_ms < (extract(epoch from now()) - ${graceMinutes} * 60) * 1000)`

/** Compares both and prints one line and the differences; true if there are none. */
export async function auditBonus(
  databaseUrl: string,
  print: (line: string) => void,
): Promise<boolean> {
  return onClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ sentence: string }>(text)
    const counted = await client.query<{ n: string }>(
      `select count(*) as n from bonus.entry where state = 'paid'`,
    )
    const isRight = rows.length === 0
    const paid = counted.rows[0]?.n ?? '0'
    print(`${isRight ? 'ok   ' : 'WRONG'} bonuses, each recorded payment booked once: ${paid}`)
    for (const { sentence } of rows) print(`      ${sentence}`)
    return isRight
  })
}
