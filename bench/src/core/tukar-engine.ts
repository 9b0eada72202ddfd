/**
 * The product's core with everything on: ledger and holds, maker, taker and bourse fees, remembered command
 * ids, order ids, batches of the engine's size, balances and state hash for each batch.
 */
import {
  type CancelOrder,
  type ChargeSchedule,
  type Command,
  type CommandId,
  createExchange,
  type EventBuffer,
  type PlaceOrder,
  rememberedMax,
  custodyAccounts,
  type Exchange,
  firstUserId,
  eventRecordKinds,
} from '@tukar/core'
import type { BaseUnits, CurrencyUnits, PriceUnits, QuoteUnits, RatePpm } from '@tukar/money'
import type { MatchingEngine } from './engine.ts'
import { commandKinds, type Stream, type Work } from './stream.ts'

// Local constants are faster than imported ones, and only the core shall be measured.
const { cancel: cancelKind } = commandKinds
const {
  rested: restedKind,
  traded: tradedKind,
  closed: closedKind,
  other: otherKind,
} = eventRecordKinds

const batchSize = 128
/** Rp 1,000 and 0.00001 BTC. */
const tickUnits = 100_000
const lotUnits = 1_000
const rupiahId = 1
const bitcoinId = 2
const marketId = 1
/** The total funds of all users, in units: below the bound of 2^52. */
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

/** The listing and every user's funds, as the first commands of a journal. */
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
function createFundedExchange(users: number): Exchange {
  const exchange = createExchange()
  exchange.beginBatch(startTimeMs)
  for (const command of seedCommands(users)) {
    const refusal = exchange.apply({ command, id: null }).events[0]
    if (refusal?.kind === 'refused') throw new Error(`${command.kind}: ${refusal.code}`)
  }
  exchange.endBatch()
  return exchange
}

/** A command of any kind in a reused buffer. */
type OrderBuffer = {
  readonly place: Mutable<PlaceOrder> & { readonly size: { by: 'quantity'; quantity: BaseUnits } }
  readonly cancel: Mutable<CancelOrder>
  readonly id: { scope: number; readonly words: Words; readonly body: [number, number] }
}
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Words = [number, number, number, number]

function createOrderBuffer(): OrderBuffer {
  return {
    place: {
      kind: 'place',
      accountId: 0,
      marketId,
      side: 'buy',
      price: 0.5 as PriceUnits,
      size: { by: 'quantity', quantity: 0.5 as BaseUnits },
      timeInForce: 'GTC',
      postOnly: false,
    },
    cancel: { kind: 'cancel', accountId: 0, orderId: 0 },
    id: { scope: 0, words: [0, 0, 0, 0.5], body: [0, 0.5] },
  }
}

/** Reads a row of a stream into a buffer; a cancel needs the order id that its target got. */
function readOrder(
  { place, cancel }: OrderBuffer,
  stream: Stream,
  row: number,
  targetOrderId: number,
): Command {
  const accountId = firstUserId + (stream.user[row] ?? 0)
  if (stream.kind[row] === cancelKind) {
    cancel.accountId = accountId
    cancel.orderId = targetOrderId
    return cancel
  }
  place.accountId = accountId
  place.side = stream.buy[row] === 1 ? 'buy' : 'sell'
  place.price = ((stream.price[row] ?? 0) * tickUnits) as PriceUnits
  place.size.quantity = ((stream.quantity[row] ?? 0) * lotUnits) as BaseUnits
  return place
}

/** A row of a stream as a separate command. */
export function toOrder(stream: Stream, row: number, targetOrderId: number): Command {
  return readOrder(createOrderBuffer(), stream, row, targetOrderId)
}

/** Reads a client's id, with a substitute for the body hash. */
function readId({ id }: OrderBuffer, command: Command, row: number, timeMs: number): CommandId {
  const mixed = Math.imul(row + 1, 0x9e3779b1) >>> 0
  const high = Math.floor(timeMs / 65_536)
  id.scope = 'accountId' in command ? command.accountId : 0
  id.words[0] = high
  id.words[1] = (timeMs - high * 65_536) * 65_536 + 0x7000 + (mixed & 0xfff)
  id.words[2] = 0x80000000
  id.words[3] = mixed
  id.body[0] = mixed
  id.body[1] = row
  return id
}

/**
 * Fills the memory of command ids, as in an exchange that has run for a while, so that each new id makes it
 * forget one. The commands cancel orders that do not exist.
 */
function fillMemory(exchange: Exchange): void {
  const buffer = createOrderBuffer()
  for (let row = 0; row < rememberedMax; row++) {
    const timeMs = startTimeMs - rememberedMax + row
    if (row % batchSize === 0) exchange.beginBatch(timeMs)
    buffer.cancel.accountId = firstUserId
    exchange.write(buffer.cancel, readId(buffer, buffer.cancel, row, timeMs))
    if ((row + 1) % batchSize === 0) exchange.closeBatch()
  }
}

/** The id of a row's command. */
export function commandId(command: Command, row: number, timeMs: number): CommandId {
  return readId(createOrderBuffer(), command, row, timeMs)
}

/** The order id that each row of a stream gets: every limit order of it is accepted. */
function orderIdsOf(stream: Stream): Int32Array {
  const ids = new Int32Array(stream.length)
  let last = 0
  for (let row = 0; row < stream.length; row++) {
    if (stream.kind[row] !== commandKinds.cancel) ids[row] = ++last
  }
  return ids
}

/** Feeds rows of a stream to an exchange and counts the results. */
class StreamFeed {
  /** The order id that a row's cancel names. */
  private readonly targets: Int32Array
  private readonly exchange: Exchange
  private readonly stream: Stream
  private readonly buffer = createOrderBuffer()
  private timeMs = startTimeMs

  constructor(exchange: Exchange, stream: Stream) {
    this.exchange = exchange
    this.stream = stream
    const orderIds = orderIdsOf(stream)
    this.targets = stream.target.map((row) => orderIds[row] ?? 0)
  }

  feed(from: number, to: number): Work {
    const { exchange, buffer, stream } = this
    const work = { trades: 0, volumeLots: 0, cancelsHit: 0, resting: 0 }
    for (let row = from; row < to; row++) {
      if ((row - from) % batchSize === 0) exchange.beginBatch((this.timeMs += 1))
      const command = readOrder(buffer, stream, row, this.targets[row] ?? 0)
      exchange.write(command, readId(buffer, command, row, this.timeMs))
      if ((row - from + 1) % batchSize === 0 || row + 1 === to) {
        exchange.closeBatch()
        countWork(exchange.eventBuffer, work)
      }
    }
    return work
  }
}

function countWork(
  eventBuffer: EventBuffer,
  work: { -readonly [Name in keyof Work]: Work[Name] },
): void {
  const { numbers } = eventBuffer
  for (let at = 0; at < eventBuffer.length; at = eventBuffer.after(at)) {
    const kind = numbers[at]
    if (kind === tradedKind) {
      work.trades++
      work.volumeLots += (numbers[at + 4] ?? 0) / lotUnits
    } else if (kind === restedKind) work.resting++
    else if (kind === closedKind) {
      if (numbers[at + 9] === 1) work.resting--
      if (numbers[at + 6] === 1) work.cancelsHit++
    } else if (kind === otherKind) {
      const event = eventBuffer.event(at)
      if (event.kind !== 'refused' || event.code !== 'order.not_open') {
        throw new Error(JSON.stringify(event))
      }
    }
  }
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
      const exchange = createFundedExchange(next.spec.users)
      fillMemory(exchange)
      feed = new StreamFeed(exchange, next)
      prefilled = feed.feed(0, next.spec.prefill).resting
    },
    run() {
      if (feed === null || stream === null) throw new Error('prepare comes first')
      const work = feed.feed(stream.spec.prefill, stream.length)
      return { ...work, resting: work.resting + prefilled }
    },
  }
}
