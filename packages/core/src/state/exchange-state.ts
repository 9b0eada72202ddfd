/** The whole state of the core. The functions that apply commands work on it. */
import { currencyUnits, powerOfTen, priceUnits } from '@tukar/money'
import { isCustodyAccount, rupiahId } from '../accounts.ts'
import { type ActiveCharges, findActiveCharges } from '../charges.ts'
import { CommandMemory } from './command-memory.ts'
import type { ChargeSchedule } from '../commands.ts'
import { EventBuffer } from './event-buffer.ts'
import type { BalanceChange, CoreEvent, RefusalCode } from '../events.ts'
import { noRecord } from './layout.ts'
import { Ledger } from './ledger.ts'
import { Market } from './market.ts'
import { OrderPool } from './order-pool.ts'
import { Records } from './records.ts'
import type { CurrencyRow, HoldRow, MarketRow, OpenOrderRow, StateHash } from './state-rows.ts'
import { hashKinds, StateHasher } from './state-hash.ts'
import { MarketAccounts } from './market-accounts.ts'

/**
 * A listed currency, and how much of it the exchange owes: the sum of available and held over all accounts
 * but custody.
 */
export type Currency = { readonly row: CurrencyRow; owed: number }

export class ExchangeState {
  readonly hasher = new StateHasher()
  readonly records: Records
  readonly ledger: Ledger
  readonly pool: OrderPool
  readonly marketAccounts: MarketAccounts
  /** The events of the batch. */
  readonly eventBuffer: EventBuffer
  readonly memory: CommandMemory
  /** By id; ids are below 1,024. */
  readonly currencies: (Currency | undefined)[] = []
  readonly markets: (Market | undefined)[] = []
  readonly schedules = new Map<number, ChargeSchedule>()
  readonly suspended = new Set<number>()
  readonly holds = new Map<number, HoldRow>()
  seq = 0
  time = 0
  epoch = 0
  lastOrderId = 0
  lastHoldId = 0
  /** The rest of the hold of the order that is being matched, in the currency that it pays with. */
  takerHeld = 0

  constructor(rememberedMax: number, salt: number, firstInts?: number) {
    this.records = new Records(firstInts)
    this.ledger = new Ledger(this.records, this.hasher)
    this.pool = new OrderPool(this.records, this.hasher)
    this.marketAccounts = new MarketAccounts(this.records, this.ledger)
    this.eventBuffer = new EventBuffer(this.records)
    this.memory = new CommandMemory(rememberedMax, salt, this.hasher)
  }

  emit(event: CoreEvent): void {
    this.eventBuffer.put(event)
  }

  refuse(code: RefusalCode, params: Readonly<Record<string, number>> = {}): void {
    this.emit({ kind: 'refused', code, params })
  }

  *listedCurrencies(): Generator<Currency> {
    for (const currency of this.currencies) if (currency !== undefined) yield currency
  }

  *listedMarkets(): Generator<Market> {
    for (const market of this.markets) if (market !== undefined) yield market
  }

  addCurrency(row: CurrencyRow): void {
    this.currencies[row.currencyId] = { row, owed: 0 }
    this.hasher.begin(hashKinds.currency).with(row.currencyId).withText(row.code)
    this.hasher.with(row.decimals).with(row.supplyMax).put()
  }

  addMarket(row: MarketRow): void {
    const base = this.currencies[row.baseId]
    const market = new Market(row, powerOfTen(base?.row.decimals ?? 0), this.records)
    this.markets[row.marketId] = market
    market.hashRules(this.hasher)
    for (const each of this.listedMarkets()) {
      each.baseRupiah = this.#rupiahMarketOf(each.rules.baseId)
      each.quoteRupiah = this.#rupiahMarketOf(each.rules.quoteId)
    }
  }

  /** The market with the lowest id in which a currency is sold for rupiah. */
  #rupiahMarketOf(currencyId: number): Market | null {
    for (const { rules } of this.listedMarkets()) {
      if (rules.baseId !== currencyId || rules.quoteId !== rupiahId) continue
      return this.markets[rules.marketId] ?? null
    }
    return null
  }

  /** The charges of a market at the batch's time. */
  chargesOf(market: Market): ActiveCharges {
    const known = market.charges
    if (known !== null && this.time < known.until) return known
    const { marketId, baseId, quoteId } = market.rules
    const schedules = [...this.schedules.values()].filter((row) => row.marketId === marketId)
    const found = findActiveCharges(schedules, this.time, {
      base: (houseId) => this.ledger.open(houseId, baseId),
      quote: (houseId) => this.ledger.open(houseId, quoteId),
    })
    market.charges = found
    return found
  }

  addSchedule(row: ChargeSchedule): void {
    this.schedules.set(row.scheduleId, row)
    const market = this.markets[row.marketId]
    if (market !== undefined) market.charges = null
    this.hasher.begin(hashKinds.schedule).with(row.scheduleId).with(row.marketId)
    this.hasher.withText(row.chargeKind).withText(row.payer).withText(row.base)
    this.hasher.with(row.ratePpm).with(row.from).put()
  }

  setSuspended(accountId: number, isSuspended: boolean): void {
    if (this.suspended.has(accountId) === isSuspended) return
    this.hasher.begin(hashKinds.suspended).with(accountId)
    if (isSuspended) {
      this.suspended.add(accountId)
      this.hasher.put()
    } else {
      this.suspended.delete(accountId)
      this.hasher.take()
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

  #mixHold(hold: HoldRow): StateHasher {
    this.hasher.begin(hashKinds.hold).with(hold.holdId).with(hold.accountId)
    return this.hasher.with(hold.currencyId).with(hold.remaining).withText(hold.source)
  }

  /** Adds an order to the book and to the open orders of its market account. */
  addToBook(market: Market, slot: number): void {
    this.pool.register(slot)
    market.sideOf(this.pool.isSell(slot)).append(slot)
    this.marketAccounts.append(slot)
  }

  /** Removes an order from the book and from the open orders of its market account, and frees its slot. */
  removeFromBook(market: Market, slot: number): void {
    market.sideOf(this.pool.isSell(slot)).remove(slot)
    this.marketAccounts.remove(slot)
    this.pool.unregister(slot)
    this.pool.freeSlot(slot)
  }

  /** The order in a slot as a row. */
  orderRow(market: Market, slot: number): OpenOrderRow {
    const { pool } = this
    return {
      orderId: pool.orderId(slot),
      accountId: pool.accountId(slot),
      marketId: market.rules.marketId,
      side: pool.isSell(slot) ? 'sell' : 'buy',
      price: priceUnits(pool.price(slot)),
      remaining: currencyUnits(pool.remaining(slot)),
    }
  }

  /** The resting orders of a market: buys, then sells, each best first. */
  *orderRows(market: Market): Generator<OpenOrderRow> {
    for (const side of [market.buys, market.sells]) {
      for (let slot = side.best(); slot !== noRecord; slot = side.after(slot)) {
        yield this.orderRow(market, slot)
      }
    }
  }

  /** Sets a balance from a row of the restart tables. */
  restoreBalance(row: BalanceChange): void {
    this.ledger.restore(row)
    const currency = this.currencies[row.currencyId]
    if (currency !== undefined && !isCustodyAccount(row.accountId)) {
      currency.owed += row.available + row.held
    }
  }

  /** Updates the hash with everything that the batch changed. */
  updateHash(): void {
    for (const market of this.markets)
      if (market?.isTouched === true) market.updateHash(this.hasher)
    this.ledger.updateHash()
    this.pool.updateHash()
    this.memory.updateHash()
  }

  /**
   * The hash of the state as of the last `updateHash`. The counters change with every command, so they are
   * added here.
   */
  readHash(): StateHash {
    this.hasher.begin(hashKinds.counters).with(this.seq).with(this.time).with(this.epoch)
    this.hasher.with(this.lastOrderId).with(this.lastHoldId).with(this.memory.forgottenAt)
    return this.hasher.read()
  }
}
