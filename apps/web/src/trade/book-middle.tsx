/** What stands between the sides: last price, spread, volume of 24 hours (BOOK-01). */
import { formatDecimal, formatPercent, formatPrice, tradeMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import type { BookFrame } from '../feed/frame.ts'
import { decimalsOfUnits } from '../feed/levels.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import { MoveArrow, usePriceMove } from './last-price.tsx'
import { usePausable } from './book-pause.ts'
import { useFigures } from './live-markets.ts'
import type { TradeMarket } from './market.ts'
import styles from './order-book.module.css'

const say = sayer(tradeMessages)

/** The line between sells and buys. */
export function BookMiddle({
  market,
  frame,
}: {
  readonly market: TradeMarket
  readonly frame: BookFrame | null
}) {
  const { lastPrice, previousPrice, volume } = usePausable(useFigures(market.pair))
  const move = usePriceMove(lastPrice, previousPrice)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const decimals = decimalsOfUnits(market.tick, market.quote.decimals)
  const basisPoints = frame?.spreadBasisPoints ?? null
  const share = basisPoints === null ? null : formatPercent(basisPoints / 100).replace('+', '')
  return (
    <div className={styles['middle']}>
      <span className={styles['last']} data-move={move} data-fresh={isFresh}>
        <MoveArrow move={move} />
        {formatPrice(lastPrice, decimals, decimals)}
      </span>
      <span className={styles['facts']}>
        <span>
          {say('spread')} <b>{frame?.spreadText ?? formatDecimal(null, { decimals: 0 })}</b>
          {share !== null && ` (${share})`}
        </span>
        <span title={say('volume24h')}>
          {say('volumeShort')} <b>{formatDecimal(volume, { decimals: 4, rounding: 'down' })}</b>{' '}
          {market.base.symbol}
        </span>
      </span>
    </div>
  )
}
