/**
 * The reference: nodejs-order-book, a book without balances, fees, users or command ids. Its ids are `o123`,
 * the form in which it is fastest (integer-like keys are slower).
 */
import { createRequire } from 'node:module'
import type { MatchingEngine } from './engine.ts'
import { commandKinds, type Stream, type Work } from './stream.ts'

type OrderOutcome = {
  readonly done: readonly { readonly id: string }[]
  readonly partial: { readonly id: string } | null
  readonly quantityLeft: number
  readonly err: Error | null
}
type LimitOptions = { id: string; side: string; size: number; price: number }
type NpmBook = {
  limit(options: LimitOptions): OrderOutcome
  cancel(id: string): { readonly order?: unknown } | undefined
}
type NpmPackage = { OrderBook: new () => NpmBook }

/** Makes the reference engine. */
export function createNpmEngine(): MatchingEngine {
  const { OrderBook } = createRequire(import.meta.url)('nodejs-order-book') as NpmPackage
  let book = new OrderBook()
  let stream: Stream | null = null

  function apply(from: number, to: number, rows: Stream): Work {
    const work = { trades: 0, volumeLots: 0, cancelsHit: 0, resting: 0 }
    for (let row = from; row < to; row++) {
      if (rows.kind[row] === commandKinds.cancel) {
        if (book.cancel(`o${rows.target[row]}`)?.order !== undefined) work.cancelsHit++
        continue
      }
      const id = `o${row}`
      const size = rows.quantity[row] ?? 0
      const side = rows.buy[row] === 1 ? 'buy' : 'sell'
      const outcome = book.limit({ id, side, size, price: rows.price[row] ?? 0 })
      if (outcome.err !== null) throw outcome.err
      const { done, partial } = outcome
      const self = done.length > 0 && done[done.length - 1]?.id === id ? 1 : 0
      work.trades += done.length - self + (partial !== null && partial.id !== id ? 1 : 0)
      work.volumeLots += size - outcome.quantityLeft
      work.resting += outcome.quantityLeft > 0 ? 1 : 0
      work.resting -= done.length - self
    }
    work.resting -= work.cancelsHit
    return work
  }

  let prefilled = 0
  return {
    name: 'nodejs-order-book 10.1.1',
    prepare(next) {
      book = new OrderBook()
      stream = next
      prefilled = apply(0, next.spec.prefill, next).resting
    },
    run() {
      if (stream === null) throw new Error('prepare comes first')
      const work = apply(stream.spec.prefill, stream.length, stream)
      return { ...work, resting: work.resting + prefilled }
    },
  }
}
