/**
 * The order book (BOOK-01 to BOOK-08): sells on top; last price, volume and spread in the middle; buys below,
 * in two HTML tables. React renders the elements; figures are written before each frame.
 */
import { formatTime, layoutViewMessages, tradeViewMessages } from '@tukar/i18n'
import { type FocusEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import type { BookFrame, BookRow } from '../../feed/frame.ts'
import type { Side } from '../../feed/levels.ts'
import { isTrusted } from '../../feed/link-state.ts'
import { currentFeed, type Feed, useFeed } from '../../feed/store.ts'
import { IconButton, TextButton } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choice.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/select.tsx'
import { shownFeed, togglePause, usePausedAt } from './book-pause.ts'
import { speakBook } from './book-spoken.ts'
import {
  type BookSides,
  bookSides,
  type BookView,
  countRows,
  useBookView,
  useFrameView,
} from './book-view.ts'
import { BookMiddle } from './book-middle.tsx'
import { BookTable } from './book-table.tsx'
import { BookSidesIcon } from './book-sides-icon.tsx'
import { useDrawnBook } from './drawn-book.ts'
import { useLive, writeSoon } from '../live/use-live.ts'
import type { TradeMarket } from '../market/market.ts'
import styles from './order-book.module.css'
import { useMyPrices } from './my-prices.ts'
import panel from '../layout/panel.module.css'
import { precisionChoice, precisionLabel } from '../texts.ts'
import { useHeight } from '../use-size.ts'

const t = pageTranslator(tradeViewMessages)
const tLayout = pageTranslator(layoutViewMessages)

/** The row that a click takes into both forms (DEC-86): units of price and base, and its side. */
export type PickedRow = { readonly price: number; readonly quantity: number; readonly side: Side }

export type OrderBookProps = {
  readonly market: TradeMarket
  readonly onTake: (row: PickedRow) => void
  /** Two columns side by side, for phones. */
  readonly isLadder?: boolean
  readonly hasTitle?: boolean
}

const rowHeights = { fine: 20, coarse: 28 } as const
const middlePx = 46
/** Height of the column heads in the ladder. */
const ladderHeadPx = 20
const noRows: readonly BookRow[] = []

/** The book of the watched market. */
export function OrderBook({ market, onTake, isLadder = false, hasTitle = true }: OrderBookProps) {
  const body = useRef<HTMLDivElement>(null)
  const view = useBookView(market)
  const rowPx = isLadder ? rowHeights.coarse : rowHeights.fine
  const height = useHeight(body)
  const isBeside = isLadder && view.sides === 'both'
  const fitting = isBeside
    ? Math.floor((height - middlePx - ladderHeadPx) / rowPx) * 2
    : Math.floor((height - middlePx) / rowPx)
  const rows = countRows(view.sides, fitting)
  useFrameView(view.precision, rows)
  const isLoading = useFeed((feed) => shownFrame(feed) === null)
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  const pausedAt = usePausedAt()
  const { frameNow, heldAt, hold, release } = useHeldFrame(pausedAt !== null)
  const rewrites = useRef(0)
  const myPrices = useMyPrices(market)
  useDrawnBook(body, {
    sides: () => ({
      buy: shownRows(frameNow()?.bids, height > 0 ? rows.bidRows : 0),
      sell: shownRows(frameNow()?.asks, height > 0 ? rows.askRows : 0),
    }),
    rewrite: () => {
      rewrites.current += 1
      writeSoon()
    },
  })
  const status = statusText(heldAt, pausedAt)
  const { step } = view.precision
  const table = (side: Side, count: number) => (
    <BookTable
      {...{ side, count, isLoading, isBeside, market, step, isFresh, frameNow, rewrites, onTake }}
      myPrices={myPrices[side]}
    />
  )
  return (
    <section className={panel['panel']} aria-label={t('orderBook')}>
      <BookToolbar market={market} view={view} isPaused={pausedAt !== null} hasTitle={hasTitle} />
      {!isBeside && <BookHead market={market} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the rows inside */}
      <div
        ref={body}
        className={classes(styles['body'], 'notranslate')}
        translate="no"
        data-layout={isBeside ? 'ladder' : view.sides}
        data-rows={isLadder ? 'coarse' : 'fine'}
        data-fresh={isFresh}
        onFocus={hold}
        onBlur={release}
        onKeyDown={moveInBook}
      >
        {/* Nothing stands anywhere before it is known how much fits: it would have to move. */}
        {height > 0 && (
          <>
            {!isBeside && rows.askRows > 0 && table('sell', rows.askRows)}
            <BookMiddle market={market} frameNow={frameNow} />
            {rows.bidRows > 0 && table('buy', rows.bidRows)}
            {isBeside && table('sell', rows.askRows)}
          </>
        )}
        {status !== '' && <p className={styles['held']}>{status}</p>}
      </div>
      <LiveRegion>{status}</LiveRegion>
    </section>
  )
}

/** The feed's frame, or that of the document before the first. */
function shownFrame({ frame, firstFrame }: Pick<Feed, 'frame' | 'firstFrame'>): BookFrame | null {
  return frame ?? firstFrame
}

function shownRows(rows: readonly BookRow[] = noRows, count: number): readonly BookRow[] {
  return rows.slice(0, count)
}

/**
 * While the keyboard focus is in the book, the book does not change, so that the focused row keeps its
 * figures.
 */
function useHeldFrame(isPaused: boolean) {
  const [held, setHeld] = useState<{ frame: BookFrame | null; at: string } | null>(null)
  const frameNow = useCallback(() => {
    if (held !== null) return held.frame
    return shownFrame(isPaused ? shownFeed() : currentFeed())
  }, [held, isPaused])
  const written = useRef<BookFrame | null>(null)
  useLive(() => {
    written.current = frameNow()
  })
  const hold = (event: FocusEvent<HTMLElement>) => {
    if (held === null && event.target.matches('tr:focus-visible')) {
      setHeld({ frame: written.current, at: formatTime(Date.now()) })
    }
  }
  const release = (event: FocusEvent<HTMLElement>) => {
    const next = event.relatedTarget
    if (!(next instanceof Node && event.currentTarget.contains(next))) setHeld(null)
  }
  return { frameNow, heldAt: held?.at ?? null, hold, release }
}

/** The text with the start of a pause; empty while live. */
function statusText(heldAt: string | null, pausedAt: string | null): string {
  if (pausedAt !== null) return tLayout('bookPaused', { time: pausedAt })
  return heldAt === null ? '' : t('bookFrozen', { time: heldAt })
}

/** Arrow keys move between rows across both sides; Escape leaves the book. */
function moveInBook(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-price]')]
  const here = rows.findIndex((row) => row === document.activeElement)
  if (here < 0) return
  if (event.key === 'Escape') rows[here]?.blur()
  else if (event.key === 'ArrowDown') rows[here + 1]?.focus()
  else if (event.key === 'ArrowUp') rows[here - 1]?.focus()
  else if (event.key === 'Enter' || event.key === ' ') rows[here]?.click()
  else return
  event.preventDefault()
}

function BookToolbar({
  market,
  view,
  isPaused,
  hasTitle,
}: {
  readonly market: TradeMarket
  readonly view: BookView
  readonly isPaused: boolean
  readonly hasTitle: boolean
}) {
  const names: Readonly<Record<BookSides, string>> = {
    both: t('viewBoth'),
    buys: t('viewBuys'),
    sells: t('viewSells'),
  }
  const { priceDecimals } = market.measures
  return (
    <header className={panel['head']}>
      {hasTitle && <h2 className={panel['title']}>{t('orderBook')}</h2>}
      <SegmentedControl
        label={t('bookView')}
        value={view.sides}
        choices={bookSides.map((value) => ({
          value,
          label: <BookSidesIcon sides={value} name={names[value]} />,
        }))}
        onChange={view.setSides}
      />
      <Select
        label={t('precision')}
        className={styles['precision'] ?? ''}
        value={view.precision.key}
        options={view.precisions.map((precision) => ({
          value: precision.key,
          label: precisionChoice(precision, priceDecimals),
          short: precisionLabel(precision.label),
        }))}
        onChange={view.setPrecision}
      />
      <IconButton
        icon={isPaused ? 'play' : 'pause'}
        size="small"
        label={tLayout(isPaused ? 'resumeBook' : 'pauseBook')}
        className={styles['pause'] ?? ''}
        onClick={togglePause}
      />
      <TextButton className={styles['speak'] ?? ''} onClick={() => speakBook(market)}>
        {tLayout('speakBook')}
      </TextButton>
    </header>
  )
}

/** The visible heads of both tables; each table also has its own for screen readers. */
function BookHead({ market }: { readonly market: TradeMarket }) {
  return (
    <div className={styles['columns']} aria-hidden="true">
      <span>
        {t('price')} ({market.quote.symbol})
      </span>
      <span>
        {t('amount')} ({market.base.symbol})
      </span>
      <span>
        {t('total')} ({market.quote.symbol})
      </span>
    </div>
  )
}
