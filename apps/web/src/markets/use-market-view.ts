/** What a list of markets shows of them: which were looked for, and in which order. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFavorites, useKeptSort } from './stored-choices.ts'
import type { Market } from './market.ts'
import {
  filterMarkets,
  type MarketSort,
  nextSort,
  type SortKey,
  sortMarkets,
  sortText,
} from './market-order.ts'

/** Moving figures put rows into a new order at most this often, and never under pointer or focus. */
const reorderMs = 5_000

export type MarketView = {
  /** Those to show, in their order. */
  readonly shown: readonly Market[]
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly isFavoritesOnly: boolean
  readonly setFavoritesOnly: (isOnly: boolean) => void
  readonly favorites: ReadonlySet<string>
  readonly sort: MarketSort | null
  readonly setSort: (sort: MarketSort | null) => void
  readonly pressHead: (key: SortKey) => void
  /** Shows all markets again. */
  readonly clear: () => void
}

export type ViewOptions = {
  /** An order that the page's address has, before the one that is remembered. */
  readonly given?: MarketSort | null
  /** Told of each order that is chosen. */
  readonly onSort?: (sort: MarketSort | null) => void
}

/** A list's view of the markets; its rows are within the element of `frame`. */
export function useMarketView(
  markets: readonly Market[],
  frame: RefObject<HTMLElement | null>,
  { given = null, onSort }: ViewOptions = {},
): MarketView {
  const [query, setQuery] = useState('')
  const [isFavoritesOnly, setFavoritesOnly] = useState(false)
  const favorites = useFavorites()
  const [kept, keepSort] = useKeptSort()
  const [isChosen, setChosen] = useState(false)
  // From the first choice on it counts at once; the address follows a moment later.
  const sort = isChosen ? kept : (given ?? kept)
  const setSort = (next: MarketSort | null) => {
    setChosen(true)
    keepSort(next)
    onSort?.(next)
  }
  // Sorted before they are filtered: a market that is left out may be what another's price is told by.
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

/** Keeps rows where they are while they are read; what a person asked for is done at once. */
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

/** Whether the pointer or the focus is in the rows. */
function isRead(frame: HTMLElement | null): boolean {
  const rows = frame?.querySelector('tbody, ul')
  if (rows === null || rows === undefined) return false
  return rows.matches(':hover') || rows.contains(document.activeElement)
}
