/**
 * SQL for the charges of trades as rows, each with its rate, its base amount, and both in rupiah. The core
 * values a tax at the last rupiah price of the received currency (`fill-order.ts` there) and stores the
 * value. The base amount is valued at the same price: that of the last trade before.
 */

/** Codes of the projector: 0 fee, 1 bourse, 2 vat, 3 income tax. */
export const chargeCodes = { bourse: 1, vat: 2, income_tax: 3 } as const
export type ChargeName = keyof typeof chargeCodes

/** A row of `chargeLines`. */
export type ChargeLine = {
  readonly timeMs: number
  readonly marketId: number
  readonly symbol: string
  readonly no: number
  readonly accountId: number
  readonly orderId: number
  readonly side: 'buy' | 'sell'
  readonly kind: ChargeName
  readonly ratePpm: number
  /** In units of the received currency. */
  readonly amount: number
  readonly receivedId: number
  readonly received: number
  readonly givenId: number
  readonly given: number
  /** Both in units of rupiah; null if no rupiah price was known at that time. */
  readonly baseRupiah: number | null
  readonly amountRupiah: number | null
}

/**
 * SQL: units of a currency at a price, in units of rupiah, rounded down; `scale` is 10 to the power of its
 * decimals.
 */
const atPrice = (units: string, price: string, scale: string): string =>
  `trunc(${units}::numeric * ${price} / ${scale})::bigint`

/**
 * The `from` clause and columns of a statement.
 *
 * @param trades a query of rows of exchange.trade with a column `own_side`: 0 or 1 for the charges of one
 * side, null for both
 * @param kinds the kinds of charges to include
 */
export function chargeLines(trades: string, kinds: readonly ChargeName[]): string {
  const codes = kinds.map((kind) => chargeCodes[kind]).join(', ')
  return `
  select l.time_ms as "timeMs", l.market_id as "marketId", l.symbol, l.no,
    l.account_id as "accountId", l.order_id as "orderId",
    case l.side when 0 then 'buy' else 'sell' end as side,
    case l.kind when 1 then 'bourse' when 2 then 'vat' else 'income_tax' end as kind,
    l.rate_ppm as "ratePpm", l.amount, l.received_id as "receivedId", l.received,
    l.given_id as "givenId", l.given,
    case when l.quote_id = 1 then l.quote else ${atPrice('l.received', 'r.price', 'l.scale')} end
      as "baseRupiah",
    case
      when l.received_id = 1 then l.amount
      -- The stored value is that of all taxes of the side: each has its share, rounded down.
      when l.kind > 1 then
        case when l.taxes = 0 then 0 else trunc(l.valued::numeric * l.amount / l.taxes)::bigint end
      else ${atPrice('l.amount', 'case l.quote_id when 1 then l.price else r.price end', 'l.scale')}
    end as "amountRupiah"
  from (
    select t.*, m.symbol, m.quote_id, t.charges[i] as side, t.charges[i + 1] as kind,
      t.charges[i + 2] as amount, t.charges[i + 3] as rate_ppm,
      f.received_id, f.received, f.given_id, f.given, f.valued, f.account_id, f.order_id,
      power(10::numeric, c.decimals) as scale, rupiah.id as rupiah_market_id,
      (select coalesce(sum(t.charges[j + 2]), 0) from generate_series(1, cardinality(t.charges), 5) j
        where t.charges[j] = t.charges[i] and t.charges[j + 1] > 1) as taxes
    from (${trades}) t
    join exchange.market m on m.id = t.market_id
    cross join lateral generate_series(1, cardinality(t.charges), 5) i
    cross join lateral (
      select
        case t.charges[i] when 0 then m.base_id else m.quote_id end as received_id,
        case t.charges[i] when 0 then t.quantity else t.quote end as received,
        case t.charges[i] when 0 then m.quote_id else m.base_id end as given_id,
        case t.charges[i] when 0 then t.quote else t.quantity end as given,
        case t.charges[i] when 0 then t.base_tax_rupiah else t.quote_tax_rupiah end as valued,
        case when (t.taker_side = 'buy') = (t.charges[i] = 0)
          then t.taker_account_id else t.maker_account_id end as account_id,
        case when (t.taker_side = 'buy') = (t.charges[i] = 0)
          then t.taker_order_id else t.maker_order_id end as order_id
    ) f
    join exchange.currency c on c.id = f.received_id
    left join (
      select base_id, min(id) as id from exchange.market where quote_id = 1 group by base_id
    ) rupiah on rupiah.base_id = f.received_id and m.quote_id <> 1
    where t.charges[i + 1] in (${codes}) and (t.own_side is null or t.charges[i] = t.own_side)
  ) l
  left join lateral (
    select price from exchange.trade e
    where e.market_id = l.rupiah_market_id and e.time_ms <= l.time_ms and e.seq < l.seq
    order by e.time_ms desc, e.no desc limit 1
  ) r on true`
}

/** The trades of user $1 within ($2, $3), by the user's orders. */
export const ownTrades = `
  select trade.*, own.side as own_side
  from (
    select id, case side when 'buy' then 0 else 1 end as side from exchange.orders
    where account_id = $1 and fill_count > 0 and created_ms < $3 and updated_ms >= $2
  ) own
  cross join lateral (
    select * from exchange.trade where maker_order_id = own.id
    union all select * from exchange.trade where taker_order_id = own.id
  ) trade
  where trade.time_ms >= $2 and trade.time_ms < $3`

/** The trades of all users within ($1, $2). */
export const allTrades = `
  select trade.*, null::integer as own_side from exchange.market listed
  join exchange.trade on trade.market_id = listed.id and trade.time_ms >= $1 and trade.time_ms < $2`
