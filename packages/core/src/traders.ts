/**
 * An account in a market: its two balance rows, found once instead of with each fill, and its open
 * orders there, oldest first, for the cap and for cancel-all.
 */
import { divFloor } from '@tukar/money'
import { KeyIndex } from './key-index.ts'
import { idsPerAccount, type Ledger } from './ledger.ts'
import { noSlot, type OrderPool } from './order-pool.ts'
import { Records } from './records.ts'
import type { StateHasher } from './state-hash.ts'

/** A record: account × idsPerAccount + market, then six integers. */
const numbersPerTrader = 4
const intsPerTrader = 8
const marketInt = 2
const baseRowInt = 3
const quoteRowInt = 4
const headInt = 5
const tailInt = 6
const countInt = 7

/** What of a market's rules a trader is made of. */
type TradedMarket = {
  readonly marketId: number
  readonly baseId: number
  readonly quoteId: number
}

export class Traders extends Records {
  readonly #index = new KeyIndex(numbersPerTrader, 0)
  #count = 0
  readonly #ledger: Ledger
  readonly #pool: OrderPool

  constructor(ledger: Ledger, pool: OrderPool) {
    super(numbersPerTrader)
    this.#ledger = ledger
    this.#pool = pool
  }

  /** The trader of an account in a market, or −1. */
  find(accountId: number, marketId: number): number {
    return this.#index.get(accountId * idsPerAccount + marketId, this.numbers)
  }

  /** The trader of an account in a market, made if it is new. */
  open(accountId: number, { marketId, baseId, quoteId }: TradedMarket): number {
    const found = this.find(accountId, marketId)
    if (found >= 0) return found
    const trader = this.#count++
    this.reserve(this.#count)
    const { numbers, ints } = this
    const at = trader * intsPerTrader
    const key = accountId * idsPerAccount + marketId
    numbers[trader * numbersPerTrader] = key
    ints[at + marketInt] = marketId
    ints[at + baseRowInt] = this.#ledger.open(accountId, baseId)
    ints[at + quoteRowInt] = this.#ledger.open(accountId, quoteId)
    ints[at + headInt] = noSlot
    ints[at + tailInt] = noSlot
    ints[at + countInt] = 0
    this.#index.add(key, trader)
    return trader
  }

  /** Mixes in who it is: account and market. */
  mix(trader: number, hasher: StateHasher): void {
    hasher.withRecord(this.ints, trader * intsPerTrader, 2)
  }

  accountId(trader: number): number {
    return divFloor(this.numbers[trader * numbersPerTrader], idsPerAccount)
  }

  marketId(trader: number): number {
    return this.ints[trader * intsPerTrader + marketInt]
  }

  /** The trader's balance row in the market's base currency. */
  baseRow(trader: number): number {
    return this.ints[trader * intsPerTrader + baseRowInt]
  }

  /** The trader's balance row in the market's quote currency. */
  quoteRow(trader: number): number {
    return this.ints[trader * intsPerTrader + quoteRowInt]
  }

  /** How many orders a trader (−1: none) has open. */
  openCount(trader: number): number {
    return trader < 0 ? 0 : this.ints[trader * intsPerTrader + countInt]
  }

  /** Slots of a trader's (−1: none) open orders, oldest first; not to be changed meanwhile. */
  *openSlots(trader: number): Generator<number> {
    if (trader < 0) return
    const first = this.ints[trader * intsPerTrader + headInt]
    for (let slot = first; slot !== noSlot; slot = this.#pool.ownerNext(slot)) yield slot
  }

  /** Puts a new order at the end of its trader's list. */
  append(slot: number): void {
    const pool = this.#pool
    const { ints } = this
    const at = pool.trader(slot) * intsPerTrader
    const tail = ints[at + tailInt]
    pool.setOwnerPrevious(slot, tail)
    pool.setOwnerNext(slot, noSlot)
    if (tail === noSlot) ints[at + headInt] = slot
    else pool.setOwnerNext(tail, slot)
    ints[at + tailInt] = slot
    ints[at + countInt] += 1
  }

  /** Takes an order out of its trader's list. */
  remove(slot: number): void {
    const pool = this.#pool
    const { ints } = this
    const at = pool.trader(slot) * intsPerTrader
    const previous = pool.ownerPrevious(slot)
    const next = pool.ownerNext(slot)
    if (previous === noSlot) ints[at + headInt] = next
    else pool.setOwnerNext(previous, next)
    if (next === noSlot) ints[at + tailInt] = previous
    else pool.setOwnerPrevious(next, previous)
    ints[at + countInt] -= 1
  }
}
