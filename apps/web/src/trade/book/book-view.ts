/**
 * The view of the book: sides, precision, number of rows. The choice is stored on the device, the precision
 * for each market.
 */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Precision, listPrecisions } from '../../feed/levels.ts'
import { viewBook } from '../../feed/store.ts'
import { steppedPrecision } from './book-grouping.ts'
import type { TradeMarket } from '../market/market.ts'

export const bookSides = ['both', 'buys', 'sells'] as const
export type BookSides = (typeof bookSides)[number]

const sidesKey = 'tukar.book.sides'
const precisionKey = (pair: string): string => `tukar.book.precision.${pair}`
/** The chosen precision by market; empty without choices. */
const chosen = new Map<string, string>()
const listeners = new Set<() => void>()

/** The maximum number of rows a side. */
const rowsMax = 60

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

function choosePrecision(pair: string, key: string): void {
  chosen.set(pair, key)
  keep(precisionKey(pair), key)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function findPrecision(market: TradeMarket, precisions: readonly Precision[]): Precision {
  const { pair } = market
  if (!chosen.has(pair)) chosen.set(pair, read(precisionKey(pair)) ?? '')
  const key = chosen.get(pair)
  const precision = precisions.find((choice) => choice.key === key) ?? precisions[0]
  if (precision === undefined) throw new Error('a market has precisions')
  return precision
}

/** Makes the grouping of a market's book finer or coarser; returns the new one. */
export function stepPrecision(market: TradeMarket, way: 'finer' | 'coarser'): Precision {
  const precisions = listPrecisions(market.tick, market.measures.priceDecimals)
  const next = steppedPrecision(precisions, findPrecision(market, precisions), way)
  choosePrecision(market.pair, next.key)
  return next
}

export type BookView = {
  readonly sides: BookSides
  readonly setSides: (sides: BookSides) => void
  readonly precisions: readonly Precision[]
  readonly precision: Precision
  readonly setPrecision: (key: string) => void
}

/** The view of a market's book; `useFrameView` sends it to the feed's worker. */
export function useBookView(market: TradeMarket): BookView {
  const { pair, tick, measures } = market
  const [sides, setSidesNow] = useState<BookSides>(() => {
    const stored = read(sidesKey)
    return bookSides.find((choice) => choice === stored) ?? 'both'
  })
  const precisions = useMemo(
    () => listPrecisions(tick, measures.priceDecimals),
    [tick, measures.priceDecimals],
  )
  const precision = useSyncExternalStore(subscribe, () => findPrecision(market, precisions))
  const setSides = useCallback((next: BookSides) => {
    keep(sidesKey, next)
    setSidesNow(next)
  }, [])
  const setPrecision = useCallback((next: string) => choosePrecision(pair, next), [pair])
  return { sides, setSides, precisions, precision, setPrecision }
}

export type BookRows = { readonly askRows: number; readonly bidRows: number }

/** Divides the visible rows among the shown sides. */
export function countRows(sides: BookSides, fitting: number): BookRows {
  const rows = Math.max(2, Math.min(fitting, rowsMax * 2))
  switch (sides) {
    case 'both': {
      const each = Math.min(rowsMax, Math.floor(rows / 2))
      return { askRows: each, bidRows: each }
    }
    case 'buys':
      return { askRows: 0, bidRows: Math.min(rows, rowsMax) }
    case 'sells':
      return { askRows: Math.min(rows, rowsMax), bidRows: 0 }
  }
}

/** Sends each change of the view to the worker. */
export function useFrameView(precision: Precision, { askRows, bidRows }: BookRows): void {
  const { step, decimals } = precision
  useEffect(() => {
    viewBook({ precision: { step, decimals }, askRows, bidRows })
  }, [step, decimals, askRows, bidRows])
}
