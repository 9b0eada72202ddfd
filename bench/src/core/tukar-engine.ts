/**
 * The product's core with everything on: ledger and holds, maker and taker fees and the bourse's,
 * command ids remembered, order ids, batches of the engine's size, balances and state hash at each.
 */
import {
  type ChargeSchedule,
  type Command,
  type CommandId,
  createExchange,
  custodyAccounts,
  type Exchange,
  firstUserId,
} from '@tukar/core'
import type { BaseUnits, CurrencyUnits, PriceUnits, QuoteUnits, RatePpm } from '@tukar/money'
import type { MatchingEngine } from './engine.ts'
import { commandKinds, type Stream, type Work } from './stream.ts'

export const batchSize = 128
/** Rp 1,000 and 0.00001 BTC. */
const tickUnits = 100_000
const lotUnits = 1_000
const rupiahId = 1
const bitcoinId = 2
const marketId = 1
/** What all users together get of each, in units: below the bound of 2^52. */
const supplyUnits = { rupiah: 2e15, bitcoin: 1e14 }
const startTimeMs = Date.UTC(2026, 2, 2)

const schedules: readonly Omit<ChargeSchedule, 'marketId' | 'from' | 'base'>[] = [
  { scheduleId: 1, chargeKind: 'fee', payer: 'maker', ratePpm: 1_000 as RatePpm },
  { scheduleId: 2, chargeKind: 'fee', payer: 'taker', ratePpm: 2_000 as RatePpm },
  { scheduleId: 3, chargeKind: 'bourse', payer: 'both', ratePpm: 111 as RatePpm },
]

const market: Command = {
  kind: 'set_market',
  marketId,
  symbol: 'BTC_IDR',
  baseId: bitcoinId,
  quoteId: rupiahId,
  tick: tickUnits as PriceUnits,
  lot: lotUnits as BaseUnits,
  notionalMin: 1_000_000 as QuoteUnits,
  quantityMax: 100_000_000_000 as BaseUnits,
  priceMin: tickUnits as PriceUnits,
  priceMax: 1_000_000_000_000 as PriceUnits,
  referencePrice: 165_000_000_000 as PriceUnits,
  buyBandPpm: 1_200_000 as RatePpm,
  sellBandPpm: 800_000 as RatePpm,
  openOrdersMax: 10_000,
}

/** What is listed and what every user has, as the first commands of a journal. */
export function seedCommands(users: number): Command[] {
  const supplyMax = (2 ** 52) as CurrencyUnits
  const seeds: Command[] = [
    { kind: 'list_currency', currencyId: rupiahId, code: 'IDR', decimals: 2, supplyMax },
    { kind: 'list_currency', currencyId: bitcoinId, code: 'BTC', decimals: 8, supplyMax },
    market,
    ...schedules.map(
      (row): Command => ({ kind: 'set_schedule', ...row, marketId, base: 'gross', from: 0 }),
    ),
    { kind: 'set_market_state', marketId, state: 'open' },
  ]
  const credit = {
    kind: 'credit',
    railId: custodyAccounts.simulation,
    reason: 'bench',
    source: 'bench:1',
  } as const
  for (let user = 0; user < users; user++) {
    const accountId = firstUserId + user
    const rupiah = Math.floor(supplyUnits.rupiah / users) as CurrencyUnits
    const bitcoin = Math.floor(supplyUnits.bitcoin / users) as CurrencyUnits
    seeds.push({ ...credit, accountId, currencyId: rupiahId, amount: rupiah })
    seeds.push({ ...credit, accountId, currencyId: bitcoinId, amount: bitcoin })
  }
  return seeds
}

/** A fresh exchange of one market in which every user of the stream has funds. */
export function createFundedExchange(users: number): Exchange {
  const exchange = createExchange()
  exchange.beginBatch(startTimeMs)
  for (const command of seedCommands(users)) {
    const refusal = exchange.apply({ command, id: null }).events[0]
    if (refusal?.kind === 'refused') throw new Error(`${command.kind}: ${refusal.code}`)
  }
  exchange.endBatch()
  return exchange
}

/** A row of a stream as a command; a cancel needs the order id that its target got. */
export function orderOf(stream: Stream, row: number, targetOrderId: number): Command {
  const accountId = firstUserId + (stream.user[row] ?? 0)
  if (stream.kind[row] === commandKinds.cancel) {
    return { kind: 'cancel', accountId, orderId: targetOrderId }
  }
  return {
    kind: 'place',
    accountId,
    marketId,
    side: stream.buy[row] === 1 ? 'buy' : 'sell',
    price: ((stream.price[row] ?? 0) * tickUnits) as PriceUnits,
    size: { by: 'quantity', quantity: ((stream.quantity[row] ?? 0) * lotUnits) as BaseUnits },
    timeInForce: 'GTC',
    postOnly: false,
  }
}

/** Feeds rows of a stream to an exchange and counts what came of them. */
export class StreamFeed {
  private readonly orderIds: Float64Array
  private readonly exchange: Exchange
  private readonly stream: Stream
  private timeMs = startTimeMs

  constructor(exchange: Exchange, stream: Stream) {
    this.exchange = exchange
    this.stream = stream
    this.orderIds = new Float64Array(stream.length)
  }

  command(row: number): Command {
    return orderOf(this.stream, row, this.orderIds[this.stream.target[row] ?? 0] ?? 0)
  }

  feed(from: number, to: number): Work {
    const { exchange } = this
    const work = { trades: 0, volumeLots: 0, cancelsHit: 0, resting: 0 }
    for (let row = from; row < to; row++) {
      if ((row - from) % batchSize === 0) exchange.beginBatch((this.timeMs += 1))
      const command = this.command(row)
      for (const event of exchange.apply({ command, id: commandId(command, row) }).events) {
        if (event.kind === 'traded') {
          work.trades++
          work.volumeLots += event.quantity / lotUnits
        } else if (event.kind === 'order_accepted') this.orderIds[row] = event.orderId
        else if (event.kind === 'order_rested') work.resting++
        else if (event.kind === 'order_closed') {
          if (event.rested) work.resting--
          if (event.reason === 'user') work.cancelsHit++
        } else if (event.kind === 'refused' && event.code !== 'order.not_open') {
          throw new Error(`row ${row}: ${event.code}`)
        }
      }
      if ((row - from + 1) % batchSize === 0 || row + 1 === to) exchange.endBatch()
    }
    return work
  }
}

/** The id that a client would have sent, with a stand-in for the hash of its body. */
export function commandId(command: Command, row: number): CommandId {
  const scope = 'accountId' in command ? command.accountId : 0
  const mixed = Math.imul(row + 1, 0x9e3779b1) >>> 0
  return { scope, words: [0x0192f000, mixed, 0x80000000, row], body: [mixed, row] }
}

/** Makes the product's core as an engine of the benchmark. */
export function createTukarEngine(): MatchingEngine {
  let feed: StreamFeed | null = null
  let stream: Stream | null = null
  let prefilled = 0
  return {
    name: 'Tukar core',
    prepare(next) {
      stream = next
      feed = new StreamFeed(createFundedExchange(next.spec.users), next)
      prefilled = feed.feed(0, next.spec.prefill).resting
    },
    run() {
      if (feed === null || stream === null) throw new Error('prepare comes first')
      const work = feed.feed(stream.spec.prefill, stream.length)
      return { ...work, resting: work.resting + prefilled }
    },
  }
}
