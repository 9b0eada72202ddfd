/**
 * One side of the order book. React renders empty rows; figures are written into their cells outside its
 * rendering (ADR 0040).
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
import { pageTranslator } from '../../app/translate.ts'
import type { BookFrame, BookRow } from '../../feed/frame.ts'
import { groupPrice, type Side } from '../../feed/levels.ts'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { forgetRows, type RowElements, writeRows } from '../live/book-rows.ts'
import { findSlot } from '../live/slots.ts'
import { useLive } from '../live/use-live.ts'
import type { TradeMarket } from '../market/market.ts'
import type { PickedRow } from './order-book.tsx'
import styles from './order-book.module.css'

const t = pageTranslator(tradeViewMessages)
const noRows: readonly BookRow[] = []

type BookTableProps = {
  readonly side: Side
  readonly count: number
  readonly isLoading: boolean
  /** Beside the other side there is no space for totals. */
  readonly isBeside: boolean
  readonly market: TradeMarket
  readonly step: number
  readonly myPrices: readonly number[]
  readonly isFresh: boolean
  /** Returns the frame to show at the time of the call. */
  readonly frameNow: () => BookFrame | null
  /** Counts requests to write all rows again. */
  readonly rewrites: RefObject<number>
  readonly onTake: (row: PickedRow) => void
}

/** The elements of the rendered rows, in order. */
function placesIn(rows: Iterable<HTMLTableRowElement>): readonly RowElements[] {
  return [...rows].flatMap((row) => {
    const [first, quantity, total = null] = row.cells
    const [ownMark, price, bar] = first?.children ?? []
    if (!ownMark || !price || !(bar instanceof HTMLElement) || !quantity) return []
    return [{ row, ownMark, price, bar, quantity, total }]
  })
}

/** The rows as React rendered them; elements that other programs insert are ignored. */
function usePlaces(body: RefObject<HTMLTableSectionElement | null>, key: string) {
  const known = useRef<{ readonly key: string; readonly places: readonly RowElements[] }>(null)
  return () => {
    if (known.current?.key !== key)
      known.current = { key, places: placesIn(body.current?.rows ?? []) }
    return known.current.places
  }
}

/** The number of rows is constant, so that nothing moves when levels appear and disappear. */
export const BookTable = memo(function BookTable(props: BookTableProps) {
  const { side, count, isLoading, isBeside, market, step, frameNow, isFresh, onTake } = props
  const { rewrites } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const pressId = useId()
  const isReversed = side === 'sell' && !isBeside
  const own = useMemo(
    () => new Set(props.myPrices.map((price) => groupPrice(price, step, side))),
    [props.myPrices, step, side],
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
      ownText: t('ownOrderHere'),
    })
  })
  // A click uses the written figures, even if newer ones arrived since.
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
  /**
   * The name of a row is its figures; the shared description is added to it when the pointer is over the row.
   */
  const nameRow = (event: SyntheticEvent<HTMLElement>) => {
    const reached = rowUnder(event)
    if (reached === null) return
    const { priceText: price, quantityText: amount } = reached.row
    findSlot(reached.element).attribute('title', t('takeRow', { price, amount }))
  }
  return (
    <table className={styles['table']} data-side={side} aria-busy={isLoading}>
      <BookCaption side={side} pair={market.pairText} pressId={pressId} />
      <thead className={isBeside ? undefined : styles['hiddenHead']}>
        <tr>
          <th scope="col">{t('price')}</th>
          <th scope="col">{t('amount')}</th>
          {!isBeside && <th scope="col">{t('total')}</th>}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the rows inside are pressed; their keys are the book's */}
      <tbody ref={body} onClick={take} onPointerOver={nameRow} onFocus={nameRow}>
        {Array.from({ length: count }, (_, index) =>
          isLoading ? (
            <LoadingRow key={`loading ${index}`} columns={isBeside ? 2 : 3} />
          ) : (
            <EmptyRow key={index} hasTotal={!isBeside} pressId={pressId} />
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

/** The table's name, and the description that its rows share. */
function BookCaption({ side, pair, pressId }: BookCaptionProps) {
  return (
    <VisuallyHidden as="caption">
      {t(side === 'buy' ? 'buysCaption' : 'sellsCaption', { pair })}
      <span id={pressId} hidden>
        {t('takesRow')}
      </span>
    </VisuallyHidden>
  )
}

type EmptyRowProps = {
  readonly hasTotal: boolean
  /** The id of the description of a press, for screen readers. */
  readonly pressId: string
}

/** A row without figures. It has no children, because its content is written outside React. */
const EmptyRow = memo(function EmptyRow({ hasTotal, pressId }: EmptyRowProps) {
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
