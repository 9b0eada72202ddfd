/** Writes changes of the listing: a few rows a year, one statement each. */
import type { MarketSet } from '@tukar/core'
import type pg from 'pg'
import type { ListingEvent } from './changes.ts'

/** Writes one event of the listing; call it in order. */
export async function writeListing(client: pg.ClientBase, event: ListingEvent): Promise<void> {
  switch (event.kind) {
    case 'currency_listed':
      await client.query(
        'insert into exchange.currency (id, code, decimals, supply_max) values ($1, $2, $3, $4)',
        [event.currencyId, event.code, event.decimals, event.supplyMax],
      )
      return
    case 'market_set':
      return writeMarket(client, event)
    case 'market_state_set':
      await client.query('update exchange.market set state = $2 where id = $1', [
        event.marketId,
        event.state,
      ])
      return
    case 'schedule_set':
      await client.query(
        `insert into exchange.charge_schedule
          (id, market_id, charge_kind, payer, base, rate_ppm, from_ms)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set market_id = $2, charge_kind = $3, payer = $4, base = $5,
           rate_ppm = $6, from_ms = $7`,
        [
          event.scheduleId,
          event.marketId,
          event.chargeKind,
          event.payer,
          event.base,
          event.ratePpm,
          event.from,
        ],
      )
      return
    case 'account_suspended':
      await client.query(
        'insert into exchange.suspended_account values ($1) on conflict do nothing',
        [event.accountId],
      )
      return
    case 'account_resumed':
      await client.query('delete from exchange.suspended_account where account_id = $1', [
        event.accountId,
      ])
  }
}

async function writeMarket(client: pg.ClientBase, event: MarketSet): Promise<void> {
  await client.query(
    `insert into exchange.market
      (id, symbol, base_id, quote_id, tick, lot, notional_min, quantity_max, price_min, price_max,
       reference_price, buy_band_ppm, sell_band_ppm, open_orders_max, state, last_price,
       trade_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'halted', null, 0)
     on conflict (id) do update set tick = $5, lot = $6, notional_min = $7, quantity_max = $8,
       price_min = $9, price_max = $10, reference_price = $11, buy_band_ppm = $12,
       sell_band_ppm = $13, open_orders_max = $14`,
    [
      event.marketId,
      event.symbol,
      event.baseId,
      event.quoteId,
      event.tick,
      event.lot,
      event.notionalMin,
      event.quantityMax,
      event.priceMin,
      event.priceMax,
      event.referencePrice,
      event.buyBandPpm,
      event.sellBandPpm,
      event.openOrdersMax,
    ],
  )
}
