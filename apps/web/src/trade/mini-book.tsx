/** The middle of the book beside the form of phones: five rows a side, a tap takes the price. */
import { tradeMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import type { BookRow } from '../feed/frame.ts'
import { isTrusted } from '../feed/link-state.ts'
import { useFeed } from '../feed/store.ts'
import type { TradeMarket } from './market.ts'
import { classes } from '../ui/classes.ts'
import styles from './mini-book.module.css'
import type { TakenRow } from './order-book.tsx'
import { quantityText } from './texts.ts'

const say = sayer(tradeMessages)
const rowsASide = 5

/** Always as many, so that nothing moves when levels come and go. */
function rowsOf(rows: readonly BookRow[] = []): readonly (BookRow | null)[] {
  return Array.from({ length: rowsASide }, (_, place) => rows[place] ?? null)
}

/** The rows. */
export function MiniBook({
  market,
  onTake,
}: {
  readonly market: TradeMarket
  readonly onTake: (row: TakenRow) => void
}) {
  const frame = useFeed((feed) => feed.frame)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const asks = rowsOf(frame?.asks).toReversed()
  const bids = rowsOf(frame?.bids)
  // By place, not by price: figures change where they stand, and nothing moves under a thumb.
  const row = (side: 'buy' | 'sell') => (entry: BookRow | null, place: number) =>
    entry === null ? (
      <li key={`${side}${place}`} aria-hidden="true" />
    ) : (
      <li key={`${side}${place}`}>
        <button
          type="button"
          data-side={side}
          disabled={!isFresh}
          aria-label={say('takeRow', { price: entry.priceText, amount: entry.quantityText })}
          onClick={() => onTake({ price: entry.price, quantity: entry.quantity, side })}
        >
          <span>{entry.priceText}</span>
          <small>{quantityText(market, entry.quantity)}</small>
        </button>
      </li>
    )
  return (
    <ul
      className={classes('notranslate', styles['book'])}
      translate="no"
      aria-label={say('orderBook')}
    >
      {asks.map(row('sell'))}
      <li className={styles['middle']}>
        {say('spread')} {frame?.spreadText ?? '–'}
      </li>
      {bids.map(row('buy'))}
    </ul>
  )
}
