/** All that the core knows, in one place: what the functions that apply commands work on. */
import { powerOfTen, type CurrencyUnits } from '@tukar/money'
import { BookSide } from './book-side.ts'
import { ChargeTable } from './charges.ts'
import { CommandMemory } from './command-memory.ts'
import type { Side } from './commands.ts'
import type { CoreEvent, RefusalCode } from './events.ts'
import { Ledger } from './ledger.ts'
import { Market } from './market.ts'
import { OpenOrders } from './open-orders.ts'
import { OrderPool } from './order-pool.ts'
import type { CurrencyRow, HoldRow, MarketRow, StateHash } from './state.ts'
import { HashSum, hashKinds } from './state-hash.ts'
import type { ChargeSchedule } from './commands.ts'

export class World {
  readonly hash = new HashSum()
  readonly ledger = new Ledger(this.hash)
  readonly pool = new OrderPool()
  readonly openOrders = new OpenOrders(this.pool)
  readonly charges = new ChargeTable()
  readonly memory: CommandMemory
  readonly currencies = new Map<number, CurrencyRow>()
  readonly markets = new Map<number, Market>()
  /** The rupiah market of a base currency: where its rupiah price comes from. */
  readonly rupiahMarkets = new Map<number, Market>()
  readonly suspended = new Set<number>()
  readonly holds = new Map<number, HoldRow>()
  /** What the house owes in all, per currency: the negative sum of its custody accounts. */
  readonly supplies = new Map<number, number>()
  seq = 0
  time = 0
  epoch = 0
  lastOrderId = 0
  lastHoldId = 0
  /** Events of the command being applied. */
  events: CoreEvent[] = []

  constructor(rememberedMax: number) {
    this.memory = new CommandMemory(rememberedMax, this.hash)
  }

  emit(event: CoreEvent): void {
    this.events.push(event)
  }

  refuse(code: RefusalCode, params: Readonly<Record<string, number>> = {}): void {
    this.events.push({ kind: 'refused', code, params })
  }

  addCurrency(row: CurrencyRow): void {
    this.currencies.set(row.currencyId, row)
    this.supplies.set(row.currencyId, 0)
    this.hash.begin(hashKinds.currency).with(row.currencyId).withText(row.code)
    this.hash.with(row.decimals).with(row.supplyMax).put()
  }

  addMarket(row: MarketRow, rupiahId: number): Market {
    const base = this.currencies.get(row.baseId)
    const market = new Market(row, powerOfTen(base?.decimals ?? 0), this.pool)
    this.markets.set(row.marketId, market)
    if (row.quoteId === rupiahId) this.rupiahMarkets.set(row.baseId, market)
    return market
  }

  /**
   * The hash of the whole state. Markets and counters change with nearly every command, so they are
   * mixed in when it is read.
   */
  readHash(): StateHash {
    this.ledger.settleTouched()
    for (const market of this.markets.values()) market.mix(this.hash).put()
    this.hash.begin(hashKinds.counters).with(this.seq).with(this.time).with(this.epoch)
    this.hash.with(this.lastOrderId).with(this.lastHoldId).with(this.memory.forgottenAt)
    const hash = this.hash.read()
    for (const market of this.markets.values()) market.mix(this.hash).take()
    return hash
  }

  setSchedule(schedule: ChargeSchedule): void {
    const known = this.charges.get(schedule.scheduleId)
    if (known !== undefined) this.#mixSchedule(known).take()
    this.charges.set(schedule)
    this.#mixSchedule(schedule).put()
  }

  setSuspended(accountId: number, isSuspended: boolean): void {
    if (this.suspended.has(accountId) === isSuspended) return
    const contribution = this.hash.begin(hashKinds.suspended).with(accountId)
    if (isSuspended) {
      this.suspended.add(accountId)
      contribution.put()
    } else {
      this.suspended.delete(accountId)
      contribution.take()
    }
  }

  /** Opens, changes or (remaining 0) ends a hold. */
  setHold(hold: HoldRow): void {
    const known = this.holds.get(hold.holdId)
    if (known !== undefined) this.#mixHold(known).take()
    if (hold.remaining === 0) {
      this.holds.delete(hold.holdId)
      return
    }
    this.holds.set(hold.holdId, hold)
    this.#mixHold(hold).put()
  }

  /** Takes what the order in a slot adds to the hash out, or puts it in. */
  hashOrder(slot: number, isIn: boolean): void {
    const { pool } = this
    this.hash
      .begin(hashKinds.order)
      .with(pool.orderIds[slot] as number)
      .with(pool.accountIds[slot] as number)
      .with(pool.marketId(slot) * 2 + (pool.side(slot) === 'sell' ? 1 : 0))
      .with(pool.prices[slot] as number)
      .with(pool.remainings[slot] as number)
    if (isIn) this.hash.put()
    else this.hash.take()
  }

  /** Puts an order into the book and its owner's list; returns its slot. */
  rest(order: Parameters<OrderPool['add']>[0]): number {
    const slot = this.pool.add(order)
    this.bookSide(order.marketId, order.side).append(slot)
    this.openOrders.append(slot)
    this.hashOrder(slot, true)
    return slot
  }

  /** Takes an order out of the book and its owner's list, and gives its slot back. */
  unrest(slot: number): void {
    this.hashOrder(slot, false)
    this.bookSide(this.pool.marketId(slot), this.pool.side(slot)).remove(slot)
    this.openOrders.remove(slot)
    this.pool.remove(slot)
  }

  bookSide(marketId: number, side: Side): BookSide {
    return this.market(marketId).side(side)
  }

  market(marketId: number): Market {
    const market = this.markets.get(marketId)
    if (market === undefined) throw new RangeError(`no market ${marketId}`)
    return market
  }

  /** Adds to what the house owes in a currency (negative when it pays out). */
  addSupply(currencyId: number, amount: number): void {
    this.supplies.set(currencyId, (this.supplies.get(currencyId) ?? 0) + amount)
  }

  supply(currencyId: number): CurrencyUnits {
    return (this.supplies.get(currencyId) ?? 0) as CurrencyUnits
  }

  #mixSchedule(row: ChargeSchedule): HashSum {
    this.hash.begin(hashKinds.schedule).with(row.scheduleId).with(row.marketId)
    this.hash.withText(row.chargeKind).withText(row.payer).withText(row.base)
    return this.hash.with(row.ratePpm).with(row.from)
  }

  #mixHold(hold: HoldRow): HashSum {
    this.hash.begin(hashKinds.hold).with(hold.holdId).with(hold.accountId)
    return this.hash.with(hold.currencyId).with(hold.remaining).withText(hold.source)
  }
}
