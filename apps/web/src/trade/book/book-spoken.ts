/** The state of the book in one sentence for screen readers: best prices, spread, nearby volume. */
import { layoutViewMessages } from '@tukar/i18n'
import { useSyncExternalStore } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import type { Level } from '../../feed/levels.ts'
import { currentFeed } from '../../feed/store.ts'
import { aroundMiddle } from './book-around.ts'
import type { TradeMarket } from '../market/market.ts'
import { priceText, quantityText } from '../texts.ts'

const t = pageTranslator(layoutViewMessages)

function sentence(market: TradeMarket): string {
  const { bids, asks, pair, frame } = currentFeed()
  if (pair !== market.pair || frame === null) return t('spokenNoBook')
  const around = aroundMiddle({ bids, asks })
  const price = (level: Level | undefined) =>
    level === undefined ? t('spokenEmptySide') : priceText(market, level.price)
  return t('spokenBook', {
    bid: price(bids[0]),
    ask: price(asks[0]),
    spread: frame.spreadText ?? t('spokenEmptySide'),
    bids: quantityText(market, around.bids),
    asks: quantityText(market, around.asks),
    base: market.base.symbol,
  })
}

let spoken = ''
const listeners = new Set<() => void>()

/** Announces a sentence, also if it equals the last one. */
export function speak(text: string): void {
  // Screen readers ignore a region whose text does not change.
  spoken = spoken === text ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

/** Announces the current state of a market's book. */
export function speakBook(market: TradeMarket): void {
  speak(sentence(market))
}

/** The last sentence, for the live region. */
export function useSpoken(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
  )
}
