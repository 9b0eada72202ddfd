/** The middle of the book: last price, spread, volume of 24 hours (BOOK-01). */
import {
  formatDecimal,
  formatPercent,
  formatPrice,
  layoutViewMessages,
  tradeViewMessages,
} from '@tukar/i18n'
import { memo, useRef } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { fullPaceMs } from '../../feed/budget.ts'
import type { BookFrame } from '../../feed/frame.ts'
import { countDecimals } from '../../feed/levels.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { useFeed } from '../../feed/store.ts'
import { MoveArrow, usePriceMove } from './last-price.tsx'
import { usePausable } from './book-pause.ts'
import { findSlot } from '../live/slots.ts'
import { useLive } from '../live/use-live.ts'
import { useFigure } from '../market/live-markets.ts'
import type { TradeMarket } from '../market/market.ts'
import styles from './order-book.module.css'

const t = pageTranslator(tradeViewMessages)
const tLayout = pageTranslator(layoutViewMessages)
const secondMs = 1_000

/** The row between sells and buys. */
export const BookMiddle = memo(function BookMiddle({
  market,
  frameNow,
}: {
  readonly market: TradeMarket
  /** Returns the frame to show at the time of the call. */
  readonly frameNow: () => BookFrame | null
}) {
  return (
    <div className={styles['middle']}>
      <LastPrice market={market} />
      <span className={styles['facts']}>
        <Spread frameNow={frameNow} />
        <Volume market={market} />
      </span>
    </div>
  )
})

function LastPrice({ market }: { readonly market: TradeMarket }) {
  const lastPrice = usePausable(useFigure(market.pair, 'lastPrice'))
  const previousPrice = usePausable(useFigure(market.pair, 'previousPrice'))
  const move = usePriceMove(lastPrice, previousPrice)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const decimals = countDecimals(market.tick, market.quote.decimals)
  return (
    <span className={styles['last']} data-move={move} data-fresh={isFresh}>
      <MoveArrow move={move} />
      {formatPrice(lastPrice, decimals, decimals)}
    </span>
  )
}

/** Written together with the rows around it, at the same rate on a slow device. */
function Spread({ frameNow }: { readonly frameNow: () => BookFrame | null }) {
  const spread = useRef<HTMLElement>(null)
  const share = useRef<HTMLSpanElement>(null)
  const paceMs = useFeed((feed) => feed.paceMs)
  useLive(() => {
    const frame = frameNow()
    const basisPoints = frame?.spreadBasisPoints ?? null
    const percent = basisPoints === null ? null : formatPercent(basisPoints / 100).replace('+', '')
    const text = frame?.spreadText ?? formatDecimal(null, { decimals: 0 })
    if (spread.current !== null) findSlot(spread.current).text(text)
    if (share.current !== null)
      findSlot(share.current).text(percent === null ? '' : ` (${percent})`)
  })
  const times = Math.round(secondMs / paceMs)
  return (
    <span>
      {t('spread')} <b ref={spread} />
      {paceMs > fullPaceMs && (
        <span title={tLayout('slowPaceTitle', { times })}>· {tLayout('slowPace', { times })}</span>
      )}
      <span ref={share} />
    </span>
  )
}

function Volume({ market }: { readonly market: TradeMarket }) {
  const volume = usePausable(useFigure(market.pair, 'volume'))
  return (
    <span title={t('volume24h')}>
      {t('volumeShort')} <b>{formatDecimal(volume, { decimals: 4, rounding: 'down' })}</b>{' '}
      {market.base.symbol}
    </span>
  )
}
