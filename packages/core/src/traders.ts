/**
 * An account in a market: its two balance rows, found once instead of with each fill, and its open
 * orders there, oldest first, for the cap and for cancel-all.
 */
import { idsPerAccount, type Ledger } from './ledger.ts'
import { NumberIndex } from './number-index.ts'
import { noSlot, type OrderPool } from './order-pool.ts'
import { widenedFloats, widenedInts } from './widened.ts'

/** Cells of a trader. */
const cellsPerTrader = 8
const baseRowCell = 0
const quoteRowCell = 1
const headCell = 2
const tailCell = 3
const countCell = 4
const marketCell = 5

/** What of a market's rules a trader is made of. */
type TradedMarket = {
  readonly marketId: number
  readonly baseId: number
  readonly quoteId: number
}

export class Traders {
  readonly #index = new NumberIndex()
  #cells = new Int32Array(1024 * cellsPerTrader)
  #accountIds = new Float64Array(1024)
  #count = 0
  readonly #ledger: Ledger
  readonly #pool: OrderPool

  constructor(ledger: Ledger, pool: OrderPool) {
    this.#ledger = ledger
    this.#pool = pool
  }

  /** The trader of an account in a market, or −1. */
  find(accountId: number, marketId: number): number {
    return this.#index.get(accountId * idsPerAccount + marketId)
  }

  /** The trader of an account in a market, made if it is new. */
  open(accountId: number, market: TradedMarket): number {
    const found = this.find(accountId, market.marketId)
    if (found >= 0) return found
    if (this.#count === this.#accountIds.length) {
      this.#cells = widenedInts(this.#cells)
      this.#accountIds = widenedFloats(this.#accountIds)
    }
    const trader = this.#count++
    const at = trader * cellsPerTrader
    this.#accountIds[trader] = accountId
    this.#cells[at + baseRowCell] = this.#ledger.open(accountId, market.baseId)
    this.#cells[at + quoteRowCell] = this.#ledger.open(accountId, market.quoteId)
    this.#cells[at + headCell] = noSlot
    this.#cells[at + tailCell] = noSlot
    this.#cells[at + marketCell] = market.marketId
    this.#index.add(accountId * idsPerAccount + market.marketId, trader)
    return trader
  }

  accountId(trader: number): number {
    return this.#accountIds[trader]
  }

  marketId(trader: number): number {
    return this.#cells[trader * cellsPerTrader + marketCell]
  }

  /** The trader's balance row in the market's base currency. */
  baseRow(trader: number): number {
    return this.#cells[trader * cellsPerTrader + baseRowCell]
  }

  /** The trader's balance row in the market's quote currency. */
  quoteRow(trader: number): number {
    return this.#cells[trader * cellsPerTrader + quoteRowCell]
  }

  /** How many orders a trader (−1: none) has open. */
  openCount(trader: number): number {
    return trader < 0 ? 0 : this.#cells[trader * cellsPerTrader + countCell]
  }

  /** Slots of a trader's open orders, oldest first; not to be changed meanwhile. */
  *openSlots(trader: number): Generator<number> {
    if (trader < 0) return
    const first = this.#cells[trader * cellsPerTrader + headCell]
    for (let slot = first; slot !== noSlot; slot = this.#pool.ownerNexts[slot]) yield slot
  }

  /** Puts a new order at the end of its trader's list. */
  append(slot: number): void {
    const { ownerNexts, ownerPreviouses, traders } = this.#pool
    const cells = this.#cells
    const at = traders[slot] * cellsPerTrader
    const tail = cells[at + tailCell]
    ownerPreviouses[slot] = tail
    ownerNexts[slot] = noSlot
    if (tail === noSlot) cells[at + headCell] = slot
    else ownerNexts[tail] = slot
    cells[at + tailCell] = slot
    cells[at + countCell] += 1
  }

  /** Takes an order out of its trader's list. */
  remove(slot: number): void {
    const { ownerNexts, ownerPreviouses, traders } = this.#pool
    const cells = this.#cells
    const at = traders[slot] * cellsPerTrader
    const previous = ownerPreviouses[slot]
    const next = ownerNexts[slot]
    if (previous === noSlot) cells[at + headCell] = next
    else ownerNexts[previous] = next
    if (next === noSlot) cells[at + tailCell] = previous
    else ownerPreviouses[next] = previous
    cells[at + countCell] -= 1
  }
}
