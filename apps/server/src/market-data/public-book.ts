/** Both sides of a market's book as public levels, updated by events: no orders, no owners (ATT-109). */
import { bookChecksum } from '@tukar/wire'
import type { BookSnapshot, PriceLevel } from '../engine/port.ts'
import type { BookEvent } from './book-events.ts'
import { createBookSide } from './book-side.ts'
import { bookLevelsMax } from './port.ts'

export type ShownLevels = {
  readonly checksum: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

export type PublicBook = {
  apply(event: BookEvent): void
  /** Whether events changed it since the last call. */
  takeChanged(): boolean
  /** False after an event that the levels contradict. */
  isSound(): boolean
  bestBid(): number | null
  bestAsk(): number | null
  /** At most `bookLevelsMax` levels a side, best first, and the checksum of both. */
  levels(): ShownLevels
}

/** Creates a book from the engine's snapshot. */
export function createPublicBook(snapshot: BookSnapshot): PublicBook {
  const bids = createBookSide('buy')
  const asks = createBookSide('sell')
  bids.reset(snapshot.bids)
  asks.reset(snapshot.asks)
  let isSound = true
  let isChanged = false
  let shown: ShownLevels | null = null

  const sideOf = (side: 'buy' | 'sell') => (side === 'buy' ? bids : asks)

  function take(side: 'buy' | 'sell', price: number, quantity: number): void {
    isChanged = true
    if (!sideOf(side).take(price, quantity)) isSound = false
  }

  return {
    apply(event) {
      shown = null
      switch (event.kind) {
        case 'order_rested':
          isChanged = true
          return sideOf(event.side).add(event.price, event.remaining)
        case 'traded':
          return take(event.takerSide === 'buy' ? 'sell' : 'buy', event.price, event.quantity)
        case 'order_closed':
          if (event.rested && event.remaining > 0) take(event.side, event.price, event.remaining)
      }
    },
    takeChanged() {
      const was = isChanged
      isChanged = false
      return was
    },
    isSound: () => isSound,
    bestBid: () => bids.best(),
    bestAsk: () => asks.best(),
    levels() {
      if (shown === null) {
        const [buys, sells] = [bids.top(bookLevelsMax), asks.top(bookLevelsMax)]
        shown = { checksum: bookChecksum(buys, sells), bids: buys, asks: sells }
      }
      return shown
    },
  }
}
