/**
 * The events of a batch, as records of numbers in one typed array: creating an object with large numbers
 * costs more than matching the order. Only events of rare kinds are objects.
 */
import { currencyUnits, divFloor, priceUnits, ratePpm, type CurrencyUnits } from '@tukar/money'
import { chargeKinds, sides, type TimeInForce, timesInForce } from '../commands.ts'
import { type Charge, type CloseReason, closeReasons, type CoreEvent } from '../events.ts'
import * as layout from './layout.ts'
import type { Records } from './records.ts'
import { widenedFloats } from './widened.ts'

const {
  idsPerAccount,
  orderIdNumber,
  orderKeyNumber,
  orderMarketAccountInt,
  priceNumber,
  remainingNumber,
} = layout

/** The first number of a record: its kind. The methods below define the rest of the layout. */
export const eventRecordKinds = { accepted: 1, rested: 2, traded: 3, closed: 4, other: 5 } as const

const {
  accepted: acceptedKind,
  rested: restedKind,
  traded: tradedKind,
  closed: closedKind,
  other: otherKind,
} = eventRecordKinds

/** How many numbers a record has; a `traded` has more for each of its charges. */
const acceptedNumbers = 10
const restedNumbers = 7
const tradedNumbers = 20
const closedNumbers = 10
const otherNumbers = 2
const chargeNumbers = 4
const baseTaxNumber = 14
const quoteTaxNumber = 15
const baseIdNumber = 16
const quoteIdNumber = 17
const buyerChargesNumber = 18
const sellerChargesNumber = 19

/** Encodes a figure that is not known. */
const unknown = -1

const firstNumbers = 4096
/** More than the longest record: three rows of each of the four kinds of charge, on both sides. */
const recordMax = tradedNumbers + 24 * chargeNumbers

/** Receives the figures of an event, one at a time or as a range of an array. */
export type FigureSink = {
  int(value: number): void
  ints(values: Float64Array, from: number, to: number): void
}

/** The market rules that each fill records. */
type RecordedMarket = {
  readonly marketId: number
  readonly baseId: number
  readonly quoteId: number
}

/** The reasons for closing an order, as their indexes in `closeReasons`. */
export const closeCodes = {
  filled: 0,
  user: 1,
  self_trade: 2,
  ioc_rest: 3,
  fok_unfilled: 4,
} as const satisfies Record<CloseReason, number>

export class EventBuffer {
  numbers = new Float64Array(firstNumbers)
  /** Offset of the next record. */
  length = 0
  private others: CoreEvent[] = []
  private readonly records: Records

  constructor(records: Records) {
    this.records = records
  }

  /** Forgets all events. */
  clear(): void {
    this.length = 0
    if (this.others.length > 0) this.others = []
  }

  /** Appends an event of a kind without a numeric layout. */
  put(event: CoreEvent): void {
    const at = this.begin(otherKind, otherNumbers)
    this.numbers[at + 1] = this.others.push(event) - 1
  }

  /** `order_accepted` of the order in a slot. */
  accepted(slot: number, timeInForce: TimeInForce, postOnly: boolean, hold: number): void {
    const at = this.order(acceptedKind, slot, acceptedNumbers)
    const { numbers } = this
    numbers[at + 6] = this.records.numbers[(slot >> 1) + remainingNumber]
    numbers[at + 7] = timeInForce === 'GTC' ? 0 : timesInForce.indexOf(timeInForce)
    numbers[at + 8] = postOnly ? 1 : 0
    numbers[at + 9] = hold
  }

  /** `order_rested` of the order in a slot. */
  rested(slot: number): void {
    const at = this.order(restedKind, slot, restedNumbers)
    this.numbers[at + 6] = this.records.numbers[(slot >> 1) + remainingNumber]
  }

  /** `order_closed` of the order in a slot. */
  closed(slot: number, reason: number, released: number, rested: boolean): void {
    const at = this.order(closedKind, slot, closedNumbers)
    const { numbers } = this
    numbers[at + 6] = reason
    numbers[at + 7] = this.records.numbers[(slot >> 1) + remainingNumber]
    numbers[at + 8] = released
    numbers[at + 9] = rested ? 1 : 0
  }

  /**
   * Appends `traded`, after both orders were reduced; the given numbers of charges, and the taxes, must
   * follow.
   */
  // oxlint-disable-next-line max-params -- each order passes here: no object is made for it
  traded(
    taker: number,
    maker: number,
    rules: RecordedMarket,
    no: number,
    quantity: number,
    quote: number,
    buyerRefund: number,
    buyerCharges: number,
    sellerCharges: number,
  ): number {
    const at = this.begin(tradedKind, tradedNumbers)
    const { numbers } = this
    const { numbers: fields, ints } = this.records
    const takerField = taker >> 1
    const makerField = maker >> 1
    numbers[at + 1] = rules.marketId
    numbers[at + 2] = no
    numbers[at + 3] = fields[makerField + priceNumber]
    numbers[at + 4] = quantity
    numbers[at + 5] = quote
    numbers[at + 6] = ints[taker + orderMarketAccountInt] & 1
    numbers[at + 7] = fields[makerField + orderIdNumber]
    numbers[at + 8] = fields[takerField + orderIdNumber]
    numbers[at + 9] = divFloor(fields[makerField + orderKeyNumber], idsPerAccount)
    numbers[at + 10] = divFloor(fields[takerField + orderKeyNumber], idsPerAccount)
    numbers[at + 11] = fields[makerField + remainingNumber]
    numbers[at + 12] = fields[takerField + remainingNumber]
    numbers[at + 13] = buyerRefund
    numbers[at + baseIdNumber] = rules.baseId
    numbers[at + quoteIdNumber] = rules.quoteId
    numbers[at + buyerChargesNumber] = buyerCharges
    numbers[at + sellerChargesNumber] = sellerCharges
    return at
  }

  /** The next charge of the `traded` that was written last: first the buyer's, then the seller's. */
  charged(line: RecordedCharge, amount: number): void {
    const { numbers, length: at } = this
    this.length = at + chargeNumbers
    numbers[at] = line.kindCode
    numbers[at + 1] = amount
    numbers[at + 2] = line.ratePpm
    numbers[at + 3] = line.scheduleId
  }

  /** Sets the taxes of the `traded` record at this offset, in rupiah; null if no rupiah price is known. */
  taxed(at: number, base: number | null, quote: number | null): void {
    this.numbers[at + baseTaxNumber] = base ?? unknown
    this.numbers[at + quoteTaxNumber] = quote ?? unknown
  }

  /** The offset of the record after this one. */
  after(at: number): number {
    const { numbers } = this
    switch (numbers[at]) {
      case acceptedKind:
        return at + acceptedNumbers
      case restedKind:
        return at + restedNumbers
      case tradedKind: {
        // An integer for the compiler too; otherwise each offset after it would be converted.
        const charges = (numbers[at + buyerChargesNumber] + numbers[at + sellerChargesNumber]) | 0
        return at + tradedNumbers + charges * chargeNumbers
      }
      case closedKind:
        return at + closedNumbers
      default:
        return at + otherNumbers
    }
  }

  /** The number of events between two offsets. */
  count(from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at = this.after(at)) count += 1
    return count
  }

  /**
   * Writes the figures of a trading event in the order of its fields: words as their indexes in their lists,
   * a list with its length first, −1 for null. Returns false, and writes nothing, for an event of another
   * kind.
   */
  writeTo(at: number, sink: FigureSink): boolean {
    const { numbers } = this
    const kind = numbers[at]
    if (kind === otherKind) return false
    const end = kind === tradedKind ? at + baseTaxNumber : this.after(at)
    sink.ints(numbers, at + 1, end)
    if (kind !== tradedKind) return true
    this.writeChargesTo(at, sink)
    sink.ints(numbers, at + baseTaxNumber, at + quoteTaxNumber + 1)
    return true
  }

  private writeChargesTo(at: number, sink: FigureSink): void {
    const { numbers } = this
    const buyers = numbers[at + buyerChargesNumber]
    const count = buyers + numbers[at + sellerChargesNumber]
    sink.int(count)
    let charge = at + tradedNumbers
    for (let index = 0; index < count; index++, charge += chargeNumbers) {
      const isSeller = index >= buyers
      sink.int(isSeller ? 1 : 0)
      sink.int(numbers[charge])
      sink.int(numbers[at + (isSeller ? quoteIdNumber : baseIdNumber)])
      sink.ints(numbers, charge + 1, charge + chargeNumbers)
    }
  }

  /**
   * Returns the index of an event's kind in `CoreEvent`. Valid only for the four kinds that the buffer stores
   * as numbers; they come first in `CoreEvent`.
   */
  kindAt(at: number): number {
    return this.numbers[at] - 1
  }

  /** The events from this offset on, as objects. */
  read(from: number): CoreEvent[] {
    const events: CoreEvent[] = []
    for (let at = from; at < this.length; at = this.after(at)) events.push(this.event(at))
    return events
  }

  /** The event whose record begins at this offset, as an object. */
  event(at: number): CoreEvent {
    const { numbers } = this
    switch (numbers[at]) {
      case acceptedKind:
        return {
          kind: 'order_accepted',
          ...this.orderFields(at),
          quantity: currencyUnits(numbers[at + 6]),
          timeInForce: timesInForce[numbers[at + 7]] ?? 'GTC',
          postOnly: numbers[at + 8] === 1,
          hold: currencyUnits(numbers[at + 9]),
        }
      case restedKind:
        return {
          kind: 'order_rested',
          ...this.orderFields(at),
          remaining: currencyUnits(numbers[at + 6]),
        }
      case tradedKind:
        return this.tradedEvent(at)
      case closedKind:
        return {
          kind: 'order_closed',
          ...this.orderFields(at),
          reason: closeReasons[numbers[at + 6]] ?? 'filled',
          remaining: currencyUnits(numbers[at + 7]),
          released: currencyUnits(numbers[at + 8]),
          rested: numbers[at + 9] === 1,
        }
      default:
        return this.others[numbers[at + 1]]
    }
  }

  private begin(kind: number, length: number): number {
    const at = this.length
    if (at + recordMax > this.numbers.length) this.numbers = widenedFloats(this.numbers)
    this.numbers[at] = kind
    this.length = at + length
    return at
  }

  /** Starts the record of an event about the order in a slot. */
  private order(kind: number, slot: number, length: number): number {
    const at = this.begin(kind, length)
    const { numbers } = this
    const { numbers: fields, ints } = this.records
    const field = slot >> 1
    const key = fields[field + orderKeyNumber]
    const accountId = divFloor(key, idsPerAccount)
    numbers[at + 1] = fields[field + orderIdNumber]
    numbers[at + 2] = accountId
    numbers[at + 3] = key - accountId * idsPerAccount
    numbers[at + 4] = ints[slot + orderMarketAccountInt] & 1
    numbers[at + 5] = fields[field + priceNumber]
    return at
  }

  private orderFields(at: number) {
    const { numbers } = this
    return {
      orderId: numbers[at + 1],
      accountId: numbers[at + 2],
      marketId: numbers[at + 3],
      side: sides[numbers[at + 4]] ?? 'buy',
      price: priceUnits(numbers[at + 5]),
    }
  }

  private tradedEvent(at: number): CoreEvent {
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
      charges: this.charges(at),
      baseTaxRupiah: known(numbers[at + baseTaxNumber]),
      quoteTaxRupiah: known(numbers[at + quoteTaxNumber]),
    }
  }

  private charges(at: number): Charge[] {
    const { numbers } = this
    const charges: Charge[] = []
    const buyers = numbers[at + buyerChargesNumber]
    let charge = at + tradedNumbers
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

/** The fields of a charge schedule that each fill records. */
export type RecordedCharge = {
  /** Its index in `chargeKinds`. */
  readonly kindCode: number
  readonly ratePpm: number
  readonly scheduleId: number
}

function known(figure: number): CurrencyUnits | null {
  return figure === unknown ? null : currencyUnits(figure)
}
