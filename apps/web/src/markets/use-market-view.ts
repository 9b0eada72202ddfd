/** The view of a market list: search, filter and sort order. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFavorites, useStoredSort } from './stored-choices.ts'
import type { Market } from './market.ts'
import {
  filterMarkets,
  type MarketSort,
  nextSort,
  type SortKey,
  sortMarkets,
  sortText,
} from './market-order.ts'

/** Live figures reorder rows at most this often, and never under pointer or focus. */
const reorderMs = 5_000

export type MarketView = {
  /** The shown markets in their order. */
  readonly shown: readonly Market[]
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly isFavoritesOnly: boolean
  readonly setFavoritesOnly: (isOnly: boolean) => void
  readonly favorites: ReadonlySet<string>
  readonly sort: MarketSort | null
  readonly setSort: (sort: MarketSort | null) => void
  readonly pressHead: (key: SortKey) => void
  /** Resets search and filter. */
  readonly clear: () => void
}

export type ViewOptions = {
  /** The sort order from the page's address; it takes precedence over the stored one. */
  readonly given?: MarketSort | null
  /** Called with each chosen sort order. */
  readonly onSort?: (sort: MarketSort | null) => void
}

/** The view of a list; its rows are inside the element of `frame`. */
export function useMarketView(
  markets: readonly Market[],
  frame: RefObject<HTMLElement | null>,
  { given = null, onSort }: ViewOptions = {},
): MarketView {
  const [query, setQuery] = useState('')
  const [isFavoritesOnly, setFavoritesOnly] = useState(false)
  const favorites = useFavorites()
  const [kept, keepSort] = useStoredSort()
  const [isChosen, setChosen] = useState(false)
  // After the first choice the stored order counts at once; the address follows a moment later.
  const sort = isChosen ? kept : (given ?? kept)
  const setSort = (next: MarketSort | null) => {
    setChosen(true)
    keepSort(next)
    onSort?.(next)
  }
  // Markets are sorted before they are filtered, because a market that is left out may value another one.
  const sorted = sortMarkets(markets, sort, favorites)
  const found = filterMarkets(sorted, { query, isFavoritesOnly, favorites })
  const shown = useSteadyOrder(found, frame, [sortText(sort), ...favorites])
  return {
    shown,
    query,
    setQuery,
    isFavoritesOnly,
    setFavoritesOnly,
    favorites,
    sort,
    setSort,
    pressHead: (key) => setSort(nextSort(sort, key)),
    clear: () => {
      setQuery('')
      setFavoritesOnly(false)
    },
  }
}

type Order = { readonly cause: string; readonly ids: readonly number[] }

/** Keeps the order of rows while they are read; a choice of the user applies at once. */
function useSteadyOrder(
  wanted: readonly Market[],
  frame: RefObject<HTMLElement | null>,
  choices: readonly string[],
): readonly Market[] {
  const ids = wanted.map(({ id }) => id)
  const cause = [...choices, ...ids.toSorted((a, b) => a - b)].join(' ')
  const [order, setOrder] = useState<Order>({ cause, ids })
  const latest = useRef<Order>(order)
  useEffect(() => {
    latest.current = { cause, ids }
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isRead(frame.current)) setOrder(latest.current)
    }, reorderMs)
    return () => clearInterval(timer)
  }, [frame])
  if (order.cause !== cause) {
    setOrder({ cause, ids })
    return wanted
  }
  const places = new Map(order.ids.map((id, place) => [id, place]))
  return wanted.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

/** Whether the pointer or the focus is inside the rows. */
function isRead(frame: HTMLElement | null): boolean {
  const rows = frame?.querySelector('tbody, ul')
  if (rows === null || rows === undefined) return false
  return rows.matches(':hover') || rows.contains(document.activeElement)
}
