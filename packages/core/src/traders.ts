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
const intsPerTrader = 8
const keyInts = 2
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
  readonly #index = new KeyIndex(0)
  readonly #ledger: Ledger
  readonly #pool: OrderPool

  constructor(ledger: Ledger, pool: OrderPool) {
    super(intsPerTrader)
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
    const trader = this.makeRecord()
    const { numbers, ints } = this
    const key = accountId * idsPerAccount + marketId
    numbers[trader >> 1] = key
    ints[trader + marketInt] = marketId
    ints[trader + baseRowInt] = this.#ledger.open(accountId, baseId)
    ints[trader + quoteRowInt] = this.#ledger.open(accountId, quoteId)
    ints[trader + headInt] = noSlot
    ints[trader + tailInt] = noSlot
    this.#index.add(key, trader)
    return trader
  }

  /** Mixes in who it is: account and market. */
  mix(trader: number, hasher: StateHasher): void {
    hasher.withRecord(this.ints, trader, keyInts)
  }

  accountId(trader: number): number {
    return divFloor(this.numbers[trader >> 1], idsPerAccount)
  }

  marketId(trader: number): number {
    return this.ints[trader + marketInt]
  }

  /** The trader's balance row in the market's base currency. */
  baseRow(trader: number): number {
    return this.ints[trader + baseRowInt]
  }

  /** The trader's balance row in the market's quote currency. */
  quoteRow(trader: number): number {
    return this.ints[trader + quoteRowInt]
  }

  /** How many orders a trader (−1: none) has open. */
  openCount(trader: number): number {
    return trader < 0 ? 0 : this.ints[trader + countInt]
  }

  /** Slots of a trader's (−1: none) open orders, oldest first; not to be changed meanwhile. */
  *openSlots(trader: number): Generator<number> {
    if (trader < 0) return
    const first = this.ints[trader + headInt]
    for (let slot = first; slot !== noSlot; slot = this.#pool.ownerNext(slot)) yield slot
  }

  /** Puts a new order at the end of its trader's list. */
  append(slot: number): void {
    const pool = this.#pool
    const { ints } = this
    const trader = pool.trader(slot)
    const tail = ints[trader + tailInt]
    pool.setOwnerPrevious(slot, tail)
    pool.setOwnerNext(slot, noSlot)
    if (tail === noSlot) ints[trader + headInt] = slot
    else pool.setOwnerNext(tail, slot)
    ints[trader + tailInt] = slot
    ints[trader + countInt] += 1
  }

  /** Takes an order out of its trader's list. */
  remove(slot: number): void {
    const pool = this.#pool
    const { ints } = this
    const trader = pool.trader(slot)
    const previous = pool.ownerPrevious(slot)
    const next = pool.ownerNext(slot)
    if (previous === noSlot) ints[trader + headInt] = next
    else pool.setOwnerNext(previous, next)
    if (next === noSlot) ints[trader + tailInt] = previous
    else pool.setOwnerPrevious(next, previous)
    ints[trader + countInt] -= 1
  }
}
