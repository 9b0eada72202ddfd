/** How the book stands in one sentence, for those who hear it: best prices, spread, volume around. */
import { layoutViewMessages } from '@tukar/i18n'
import { useSyncExternalStore } from 'react'
import { sayer } from '../../app/translate.ts'
import type { Level } from '../../feed/levels.ts'
import { currentFeed } from '../../feed/store.ts'
import { aroundMiddle } from './book-around.ts'
import type { TradeMarket } from '../market/market.ts'
import { priceText, quantityText } from '../texts.ts'

const say = sayer(layoutViewMessages)

function sentence(market: TradeMarket): string {
  const { bids, asks, pair, frame } = currentFeed()
  if (pair !== market.pair || frame === null) return say('spokenNoBook')
  const around = aroundMiddle({ bids, asks })
  const price = (level: Level | undefined) =>
    level === undefined ? say('spokenEmptySide') : priceText(market, level.price)
  return say('spokenBook', {
    bid: price(bids[0]),
    ask: price(asks[0]),
    spread: frame.spreadText ?? say('spokenEmptySide'),
    bids: quantityText(market, around.bids),
    asks: quantityText(market, around.asks),
    base: market.base.symbol,
  })
}

let spoken = ''
const listeners = new Set<() => void>()

/** Says a sentence aloud; the same one twice is said twice. */
export function speak(text: string): void {
  // A region that does not change is not read again.
  spoken = spoken === text ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

/** Says how the book of a market stands now. */
export function speakBook(market: TradeMarket): void {
  speak(sentence(market))
}

/** The last sentence, for the region that says it. */
export function useSpoken(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
  )
}
