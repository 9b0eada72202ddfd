/**
 * One side of the order book. React draws as many rows as fit, without figures; these are written into
 * their cells outside of its rendering (ADR 0040).
 */
import { tradeViewMessages } from '@tukar/i18n'
import {
  memo,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useMemo,
  useRef,
} from 'react'
import { sayer } from '../../app/translate.ts'
import type { BookFrame, BookRow } from '../../feed/frame.ts'
import { groupPrice, type Side } from '../../feed/levels.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { forgetRows, type RowPlace, writeRows } from '../live/book-rows.ts'
import { slotOf } from '../live/slots.ts'
import { useLive } from '../live/use-live.ts'
import type { TradeMarket } from '../market/market.ts'
import type { TakenRow } from './order-book.tsx'
import styles from './order-book.module.css'

const say = sayer(tradeViewMessages)
const noRows: readonly BookRow[] = []

type BookTableProps = {
  readonly side: Side
  readonly count: number
  readonly isLoading: boolean
  /** Beside the other side's: no room for totals. */
  readonly isBeside: boolean
  readonly market: TradeMarket
  readonly step: number
  readonly ownPrices: readonly number[]
  readonly isFresh: boolean
  /** The picture that is to be shown at the moment of the call. */
  readonly frameNow: () => BookFrame | null
  /** Counts how often all is to be written again, whatever was written before. */
  readonly rewrites: RefObject<number>
  readonly onTake: (row: TakenRow) => void
}

/** The places of the rows that the page has, in their order. */
function placesIn(rows: Iterable<HTMLTableRowElement>): readonly RowPlace[] {
  return [...rows].flatMap((row) => {
    const [first, quantity, total = null] = row.cells
    const [ownWords, price, bar] = first?.children ?? []
    if (!ownWords || !price || !(bar instanceof HTMLElement) || !quantity) return []
    return [{ row, ownWords, price, bar, quantity, total }]
  })
}

/** The rows as they were made: what others put into them later is no place of ours. */
function usePlaces(body: RefObject<HTMLTableSectionElement | null>, key: string) {
  const known = useRef<{ readonly key: string; readonly places: readonly RowPlace[] }>(null)
  return () => {
    if (known.current?.key !== key)
      known.current = { key, places: placesIn(body.current?.rows ?? []) }
    return known.current.places
  }
}

/** Always as many rows as fit, so that nothing moves when levels come and go. */
export const BookTable = memo(function BookTable(props: BookTableProps) {
  const { side, count, isLoading, isBeside, market, step, frameNow, isFresh, onTake } = props
  const { rewrites } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const pressId = useId()
  const isReversed = side === 'sell' && !isBeside
  const own = useMemo(
    () => new Set(props.ownPrices.map((price) => groupPrice(price, step, side))),
    [props.ownPrices, step, side],
  )
  const placesNow = usePlaces(body, `${count} ${isLoading} ${isBeside}`)
  const written = useRef(noRows)
  const rewritten = useRef(0)
  useLive(() => {
    const frame = frameNow()
    const rows = (side === 'buy' ? frame?.bids : frame?.asks) ?? noRows
    const places = placesNow()
    if (rewritten.current !== rewrites.current) forgetRows(places)
    rewritten.current = rewrites.current
    written.current = rows
    writeRows(places, {
      rows,
      isReversed,
      isOwn: (price) => own.has(price),
      ownText: say('ownOrderHere'),
    })
  })
  // What was written is what was clicked, however much came meanwhile.
  const rowUnder = ({ target }: { readonly target: EventTarget }) => {
    const element = target instanceof Element ? target.closest('tr') : null
    const price = element?.dataset['price']
    const row = written.current.find((one) => String(one.price) === price)
    return element === null || row === undefined ? null : { element, row }
  }
  const take = (event: MouseEvent<HTMLElement>) => {
    const pressed = isFresh ? rowUnder(event) : null
    if (pressed === null) return
    const { price, quantity } = pressed.row
    onTake({ price, quantity, side })
  }
  /** A row's figures are its name, and its description is one for all; with them in it once the pointer comes by. */
  const nameRow = (event: SyntheticEvent<HTMLElement>) => {
    const reached = rowUnder(event)
    if (reached === null) return
    const { priceText: price, quantityText: amount } = reached.row
    slotOf(reached.element).attribute('title', say('takeRow', { price, amount }))
  }
  return (
    <table className={styles['table']} data-side={side} aria-busy={isLoading}>
      <BookCaption side={side} pair={market.pairText} pressId={pressId} />
      <thead className={isBeside ? undefined : styles['hiddenHead']}>
        <tr>
          <th scope="col">{say('price')}</th>
          <th scope="col">{say('amount')}</th>
          {!isBeside && <th scope="col">{say('total')}</th>}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the rows inside are pressed; their keys are the book's */}
      <tbody ref={body} onClick={take} onPointerOver={nameRow} onFocus={nameRow}>
        {Array.from({ length: count }, (_, index) =>
          isLoading ? (
            <LoadingRow key={`loading ${index}`} columns={isBeside ? 2 : 3} />
          ) : (
            <PlaceRow key={index} hasTotal={!isBeside} pressId={pressId} />
          ),
        )}
      </tbody>
    </table>
  )
})

/* oxlint-disable jsx-a11y/control-has-associated-label -- what stands in these cells is written, or still on its way */

type BookCaptionProps = {
  readonly side: Side
  readonly pair: string
  readonly pressId: string
}

/** What the table is, and once for all of its rows what a press on one does. */
function BookCaption({ side, pair, pressId }: BookCaptionProps) {
  return (
    <VisuallyHidden as="caption">
      {say(side === 'buy' ? 'buysCaption' : 'sellsCaption', { pair })}
      <span id={pressId} hidden>
        {say('takesRow')}
      </span>
    </VisuallyHidden>
  )
}

type PlaceRowProps = {
  readonly hasTotal: boolean
  /** The element that says what a press does, for who comes by without pointer or focus. */
  readonly pressId: string
}

/** A row without figures. What is written into it belongs to the writer: it has no children here. */
const PlaceRow = memo(function PlaceRow({ hasTotal, pressId }: PlaceRowProps) {
  return (
    <tr className={styles['row']} aria-describedby={pressId}>
      <td className={styles['price']}>
        <VisuallyHidden />
        <span />
        <i className={styles['bar']} />
      </td>
      <td />
      {hasTotal && <td className={styles['total']} />}
    </tr>
  )
})

function LoadingRow({ columns }: { readonly columns: number }) {
  return (
    <tr className={styles['row']} aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span className={styles['bone']} />
        </td>
      ))}
    </tr>
  )
}
