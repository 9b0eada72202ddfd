/** The middle of the book beside the phone's form: five rows a side; a tap takes the price. */
import { tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { useRef } from 'react'
import type { BookFrame, BookRow } from '../../feed/frame.ts'
import type { Side } from '../../feed/levels.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { currentFeed, useFeed } from '../../feed/store.ts'
import { findSlot } from '../live/slots.ts'
import { useLive } from '../live/use-live.ts'
import type { TradeMarket } from '../market/market.ts'
import { classes } from '../../ui/classes.ts'
import styles from './mini-book.module.css'
import type { PickedRow } from './order-book.tsx'
import { quantityText } from '../texts.ts'

const t = pageTranslator(tradeViewMessages)
const rowsASide = 5
const unknownSpread = '–'

/** A row of the list; above the middle, sells run from the worst to the best. */
type RowPosition = { readonly side: Side; readonly index: number }

const places: Readonly<Record<Side, readonly RowPosition[]>> = {
  sell: Array.from({ length: rowsASide }, (_, at) => ({ side: 'sell', index: rowsASide - 1 - at })),
  buy: Array.from({ length: rowsASide }, (_, at) => ({ side: 'buy', index: at })),
}

function rowsOf(frame: BookFrame | null, side: Side): readonly BookRow[] {
  return (side === 'buy' ? frame?.bids : frame?.asks) ?? []
}

/** The rows; their number is constant, so that nothing moves when levels appear and disappear. */
export function MiniBook({
  market,
  onTake,
}: {
  readonly market: TradeMarket
  readonly onTake: (row: PickedRow) => void
}) {
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  // Keys are row indexes, not prices: figures change in place and nothing moves under a finger.
  const row = (position: RowPosition) => (
    <Row
      key={`${position.side}${position.index}`}
      {...{ market, place: position, isFresh, onTake }}
    />
  )
  return (
    <ul
      className={classes('notranslate', styles['book'])}
      translate="no"
      aria-label={t('orderBook')}
    >
      {places.sell.map(row)}
      <Spread />
      {places.buy.map(row)}
    </ul>
  )
}

function Spread() {
  const spread = useRef<HTMLSpanElement>(null)
  useLive(() => {
    if (spread.current !== null) {
      findSlot(spread.current).text(currentFeed().frame?.spreadText ?? unknownSpread)
    }
  })
  return (
    <li className={styles['middle']}>
      {t('spread')} <span ref={spread} />
    </li>
  )
}

type RowProps = {
  readonly market: TradeMarket
  readonly place: RowPosition
  readonly isFresh: boolean
  readonly onTake: (row: PickedRow) => void
}

/** A row whose figures are written outside React's rendering; without a level it has no button. */
function Row({ market, place: { side, index }, isFresh, onTake }: RowProps) {
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const price = useRef<HTMLSpanElement>(null)
  const quantity = useRef<HTMLElement>(null)
  const written = useRef<BookRow>(null)
  useLive(() => {
    const entry = rowsOf(currentFeed().frame, side)[index] ?? null
    written.current = entry
    const parts = [item.current, button.current, price.current, quantity.current] as const
    writeEntry(parts, entry, market)
  })
  return (
    <li ref={item}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its name and its figures are written */}
      <button
        ref={button}
        type="button"
        data-side={side}
        disabled={!isFresh}
        onClick={() => {
          const { current: row } = written
          if (row !== null) onTake({ price: row.price, quantity: row.quantity, side })
        }}
      >
        <span ref={price} />
        <small ref={quantity} />
      </button>
    </li>
  )
}

function writeEntry(
  [item, button, price, quantity]: readonly (Element | null)[],
  entry: BookRow | null,
  market: TradeMarket,
): void {
  if (!item || !button || !price || !quantity) return
  const amount = entry === null ? '' : quantityText(market, entry.quantity)
  const name =
    entry === null ? null : t('takeRow', { price: entry.priceText, amount: entry.quantityText })
  findSlot(item).attribute('aria-hidden', entry === null ? 'true' : null)
  findSlot(button).attribute('hidden', entry === null ? '' : null)
  findSlot(button).attribute('aria-label', name)
  findSlot(price).text(entry?.priceText ?? '')
  findSlot(quantity).text(amount)
}
