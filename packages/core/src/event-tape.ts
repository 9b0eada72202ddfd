/**
 * The events of a batch as they are written: numbers in one typed array, a record each, because an
 * object with big numbers costs more to make than the order it tells of. Only the rare kinds are objects.
 */
import { currencyUnits, priceUnits, ratePpm, type CurrencyUnits } from '@tukar/money'
import { chargeKinds, type PlaceOrder, sides, timesInForce } from './commands.ts'
import { type Charge, type CloseReason, closeReasons, type CoreEvent } from './events.ts'
import type { OrderPool } from './order-pool.ts'
import type { Traders } from './traders.ts'
import { widenedFloats } from './widened.ts'

/** The first number of a record: what it tells of. The rest is as the methods below write it. */
export const tapeKinds = { accepted: 1, rested: 2, traded: 3, closed: 4, other: 5 } as const

/** How many numbers a record has, by kind; a `traded` has four more for each charge. */
const lengths = [0, 10, 7, 20, 10, 2] as const
const chargeNumbers = 4
const baseTaxNumber = 14
const quoteTaxNumber = 15
const baseIdNumber = 16
const quoteIdNumber = 17
const buyerChargesNumber = 18
const sellerChargesNumber = 19

/** Stands for a figure that is not known. */
const unknown = -1

const firstNumbers = 4096
/** More than the longest record: three rows of each of the four kinds of charge, on both sides. */
const recordMax = 20 + 24 * chargeNumbers

/** Takes the figures of an event, one by one. */
export type FigureSink = { int(value: number): void }

/** A fill, as far as the orders themselves do not tell of it. */
export type TapedFill = {
  readonly marketId: number
  readonly no: number
  readonly quantity: number
  readonly quote: number
  readonly buyerRefund: number
  readonly baseId: number
  readonly quoteId: number
}

export class EventTape {
  numbers = new Float64Array(firstNumbers)
  /** Where the next record begins. */
  length = 0
  #others: CoreEvent[] = []
  readonly #pool: OrderPool
  readonly #traders: Traders

  constructor(pool: OrderPool, traders: Traders) {
    this.#pool = pool
    this.#traders = traders
  }

  /** Forgets all events. */
  clear(): void {
    this.length = 0
    if (this.#others.length > 0) this.#others = []
  }

  /** An event of a kind that has no numbers of its own. */
  put(event: CoreEvent): void {
    const at = this.#begin(tapeKinds.other)
    this.numbers[at + 1] = this.#others.push(event) - 1
  }

  /** `order_accepted` of the order in a slot. */
  accepted(slot: number, command: PlaceOrder, hold: number): void {
    const at = this.#begin(tapeKinds.accepted)
    const { numbers } = this
    this.#order(at, slot)
    numbers[at + 6] = this.#pool.remaining(slot)
    numbers[at + 7] = command.timeInForce === 'GTC' ? 0 : timesInForce.indexOf(command.timeInForce)
    numbers[at + 8] = command.postOnly ? 1 : 0
    numbers[at + 9] = hold
  }

  /** `order_rested` of the order in a slot. */
  rested(slot: number): void {
    const at = this.#begin(tapeKinds.rested)
    this.#order(at, slot)
    this.numbers[at + 6] = this.#pool.remaining(slot)
  }

  /** `order_closed` of the order in a slot. */
  closed(slot: number, reason: CloseReason, released: number, rested: boolean): void {
    const at = this.#begin(tapeKinds.closed)
    const { numbers } = this
    this.#order(at, slot)
    numbers[at + 6] = closeReasons.indexOf(reason)
    numbers[at + 7] = this.#pool.remaining(slot)
    numbers[at + 8] = released
    numbers[at + 9] = rested ? 1 : 0
  }

  /** `traded`, when both orders have shrunk already; its charges and taxes are to be added. */
  traded(taker: number, maker: number, fill: TapedFill): number {
    const at = this.#begin(tapeKinds.traded)
    const pool = this.#pool
    const traders = this.#traders
    const { numbers } = this
    numbers[at + 1] = fill.marketId
    numbers[at + 2] = fill.no
    numbers[at + 3] = pool.price(maker)
    numbers[at + 4] = fill.quantity
    numbers[at + 5] = fill.quote
    numbers[at + 6] = pool.isSell(taker) ? 1 : 0
    numbers[at + 7] = pool.orderId(maker)
    numbers[at + 8] = pool.orderId(taker)
    numbers[at + 9] = traders.accountId(pool.trader(maker))
    numbers[at + 10] = traders.accountId(pool.trader(taker))
    numbers[at + 11] = pool.remaining(maker)
    numbers[at + 12] = pool.remaining(taker)
    numbers[at + 13] = fill.buyerRefund
    numbers[at + baseIdNumber] = fill.baseId
    numbers[at + quoteIdNumber] = fill.quoteId
    numbers[at + buyerChargesNumber] = 0
    numbers[at + sellerChargesNumber] = 0
    return at
  }

  /** One more charge of the `traded` that was written last: first the buyer's, then the seller's. */
  charged(at: number, line: TapedCharge, amount: number): void {
    const { numbers } = this
    const charge = this.length
    this.length = charge + chargeNumbers
    numbers[at + (line.isSeller ? sellerChargesNumber : buyerChargesNumber)] += 1
    numbers[charge] = line.kindCode
    numbers[charge + 1] = amount
    numbers[charge + 2] = line.ratePpm
    numbers[charge + 3] = line.scheduleId
  }

  /** The taxes of the `traded` at a place in rupiah; null where no rupiah price is known. */
  taxed(at: number, base: number | null, quote: number | null): void {
    this.numbers[at + baseTaxNumber] = base ?? unknown
    this.numbers[at + quoteTaxNumber] = quote ?? unknown
  }

  /** Where the record behind this one begins. */
  after(at: number): number {
    const { numbers } = this
    const kind = numbers[at]
    const end = at + (lengths[kind] ?? 0)
    if (kind !== tapeKinds.traded) return end
    const charges = numbers[at + buyerChargesNumber] + numbers[at + sellerChargesNumber]
    return end + charges * chargeNumbers
  }

  /** How many events lie between two places. */
  count(from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at = this.after(at)) count += 1
    return count
  }

  /**
   * Gives the figures of an event of trading in the order of its fields, words as their places in their
   * lists, a list with its length before it, −1 for null. False, and none, for an event of another kind.
   */
  tell(at: number, sink: FigureSink): boolean {
    const { numbers } = this
    const kind = numbers[at]
    if (kind === tapeKinds.other) return false
    const end = kind === tapeKinds.traded ? at + baseTaxNumber : at + lengths[kind]
    for (let figure = at + 1; figure < end; figure++) sink.int(numbers[figure])
    if (kind !== tapeKinds.traded) return true
    this.#tellCharges(at, sink)
    sink.int(numbers[at + baseTaxNumber])
    sink.int(numbers[at + quoteTaxNumber])
    return true
  }

  #tellCharges(at: number, sink: FigureSink): void {
    const { numbers } = this
    const buyers = numbers[at + buyerChargesNumber]
    const count = buyers + numbers[at + sellerChargesNumber]
    sink.int(count)
    let charge = at + lengths[tapeKinds.traded]
    for (let index = 0; index < count; index++, charge += chargeNumbers) {
      const isSeller = index >= buyers
      sink.int(isSeller ? 1 : 0)
      sink.int(numbers[charge])
      sink.int(numbers[at + (isSeller ? quoteIdNumber : baseIdNumber)])
      sink.int(numbers[charge + 1])
      sink.int(numbers[charge + 2])
      sink.int(numbers[charge + 3])
    }
  }

  /** The kind of an event as its place among the kinds of `CoreEvent`, which begin with trading's. */
  kindAt(at: number): number {
    return this.numbers[at] - 1
  }

  /** The events from a place on, as objects. */
  read(from: number): CoreEvent[] {
    const events: CoreEvent[] = []
    for (let at = from; at < this.length; at = this.after(at)) events.push(this.event(at))
    return events
  }

  /** The event whose record begins at a place, as an object. */
  event(at: number): CoreEvent {
    const { numbers } = this
    switch (numbers[at]) {
      case tapeKinds.accepted:
        return {
          kind: 'order_accepted',
          ...this.#orderFields(at),
          quantity: currencyUnits(numbers[at + 6]),
          timeInForce: timesInForce[numbers[at + 7]] ?? 'GTC',
          postOnly: numbers[at + 8] === 1,
          hold: currencyUnits(numbers[at + 9]),
        }
      case tapeKinds.rested:
        return {
          kind: 'order_rested',
          ...this.#orderFields(at),
          remaining: currencyUnits(numbers[at + 6]),
        }
      case tapeKinds.traded:
        return this.#tradedEvent(at)
      case tapeKinds.closed:
        return {
          kind: 'order_closed',
          ...this.#orderFields(at),
          reason: closeReasons[numbers[at + 6]] ?? 'filled',
          remaining: currencyUnits(numbers[at + 7]),
          released: currencyUnits(numbers[at + 8]),
          rested: numbers[at + 9] === 1,
        }
      default:
        return this.#others[numbers[at + 1]]
    }
  }

  #begin(kind: (typeof tapeKinds)[keyof typeof tapeKinds]): number {
    const at = this.length
    if (at + recordMax > this.numbers.length) this.numbers = widenedFloats(this.numbers)
    this.numbers[at] = kind
    this.length = at + lengths[kind]
    return at
  }

  /** What `accepted`, `rested` and `closed` begin with. */
  #order(at: number, slot: number): void {
    const { numbers } = this
    const pool = this.#pool
    const trader = pool.trader(slot)
    numbers[at + 1] = pool.orderId(slot)
    numbers[at + 2] = this.#traders.accountId(trader)
    numbers[at + 3] = this.#traders.marketId(trader)
    numbers[at + 4] = pool.isSell(slot) ? 1 : 0
    numbers[at + 5] = pool.price(slot)
  }

  #orderFields(at: number) {
    const { numbers } = this
    return {
      orderId: numbers[at + 1],
      accountId: numbers[at + 2],
      marketId: numbers[at + 3],
      side: sides[numbers[at + 4]] ?? 'buy',
      price: priceUnits(numbers[at + 5]),
    }
  }

  #tradedEvent(at: number): CoreEvent {
    const { numbers } = this
    return {
      kind: 'traded',
      marketId: numbers[at + 1],
      no: numbers[at + 2],
      price: priceUnits(numbers[at + 3]),
      quantity: currencyUnits(numbers[at + 4]),
      quote: currencyUnits(numbers[at + 5]),
      takerSide: sides[numbers[at + 6]] ?? 'buy',
      makerOrderId: numbers[at + 7],
      takerOrderId: numbers[at + 8],
      makerAccountId: numbers[at + 9],
      takerAccountId: numbers[at + 10],
      makerRemaining: currencyUnits(numbers[at + 11]),
      takerRemaining: currencyUnits(numbers[at + 12]),
      buyerRefund: currencyUnits(numbers[at + 13]),
      charges: this.#charges(at),
      baseTaxRupiah: known(numbers[at + baseTaxNumber]),
      quoteTaxRupiah: known(numbers[at + quoteTaxNumber]),
    }
  }

  #charges(at: number): Charge[] {
    const { numbers } = this
    const charges: Charge[] = []
    const buyers = numbers[at + buyerChargesNumber]
    let charge = at + lengths[tapeKinds.traded]
    for (let count = 0; charge < this.after(at); count++, charge += chargeNumbers) {
      const isSeller = count >= buyers
      charges.push({
        side: isSeller ? 'sell' : 'buy',
        chargeKind: chargeKinds[numbers[charge]] ?? 'fee',
        currencyId: numbers[at + (isSeller ? quoteIdNumber : baseIdNumber)],
        amount: currencyUnits(numbers[charge + 1]),
        ratePpm: ratePpm(numbers[charge + 2]),
        scheduleId: numbers[charge + 3],
      })
    }
    return charges
  }
}

/** What of a charge's schedule is written with each fill. */
export type TapedCharge = {
  readonly isSeller: boolean
  /** Its place among `chargeKinds`. */
  readonly kindCode: number
  readonly ratePpm: number
  readonly scheduleId: number
}

function known(figure: number): CurrencyUnits | null {
  return figure === unknown ? null : currencyUnits(figure)
}
