/** The open orders of each account in each market, oldest first: for the cap and for cancel-all. */
import { NumberIndex } from './number-index.ts'
import { idsPerAccount } from './ledger.ts'
import { noSlot, type OrderPool } from './order-pool.ts'
import { widened } from './widened.ts'

export class OpenOrders {
  readonly #lists = new NumberIndex()
  #heads = new Int32Array(256)
  #tails = new Int32Array(256)
  #counts = new Int32Array(256)
  #used = 0
  readonly #pool: OrderPool

  constructor(pool: OrderPool) {
    this.#pool = pool
  }

  /** How many orders an account has open in a market. */
  count(accountId: number, marketId: number): number {
    const list = this.#lists.get(accountId * idsPerAccount + marketId)
    return list < 0 ? 0 : (this.#counts[list] as number)
  }

  /** The slot of the oldest one, or −1. */
  first(accountId: number, marketId: number): number {
    const list = this.#lists.get(accountId * idsPerAccount + marketId)
    return list < 0 ? noSlot : (this.#heads[list] as number)
  }

  /** Puts a new order at the end of its owner's list. */
  append(slot: number): void {
    const pool = this.#pool
    const list = this.#list(slot)
    const tail = this.#tails[list] as number
    pool.ownerPreviouses[slot] = tail
    pool.ownerNexts[slot] = noSlot
    if (tail === noSlot) this.#heads[list] = slot
    else pool.ownerNexts[tail] = slot
    this.#tails[list] = slot
    this.#counts[list] = (this.#counts[list] as number) + 1
  }

  /** Takes an order out of its owner's list. */
  remove(slot: number): void {
    const pool = this.#pool
    const list = this.#list(slot)
    const previous = pool.ownerPreviouses[slot] as number
    const next = pool.ownerNexts[slot] as number
    if (previous === noSlot) this.#heads[list] = next
    else pool.ownerNexts[previous] = next
    if (next === noSlot) this.#tails[list] = previous
    else pool.ownerPreviouses[next] = previous
    this.#counts[list] = (this.#counts[list] as number) - 1
  }

  #list(slot: number): number {
    const pool = this.#pool
    const key = (pool.accountIds[slot] as number) * idsPerAccount + pool.marketId(slot)
    const found = this.#lists.get(key)
    if (found >= 0) return found
    if (this.#used === this.#heads.length) this.#grow()
    const list = this.#used++
    this.#heads[list] = noSlot
    this.#tails[list] = noSlot
    this.#lists.add(key, list)
    return list
  }

  #grow(): void {
    const capacity = this.#heads.length * 2
    this.#heads = widened(this.#heads, new Int32Array(capacity))
    this.#tails = widened(this.#tails, new Int32Array(capacity))
    this.#counts = widened(this.#counts, new Int32Array(capacity))
  }
}
