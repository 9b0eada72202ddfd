/** Choices for market lists, stored on the device and shared by all its windows. */
import { useSyncExternalStore } from 'react'
import { parseJson } from '../api/json.ts'
import { type MarketSort, readSort, sortText } from './market-order.ts'

/** More than are ever listed: entries beyond this were not written by this page. */
const favoritesMax = 200
const pairGrammar = /^[A-Z0-9]{1,15}_[A-Z0-9]{1,15}$/

type StoredChoice<Value> = {
  readonly read: () => Value
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (value: Value) => void
}

/** A value under a key of the browser's storage. Without storage it lasts until the page is left. */
function createStoredChoice<Value>(
  key: string,
  parse: (text: string | null) => Value,
  format: (value: Value) => string,
): StoredChoice<Value> {
  let value = parse(stored(key))
  const listeners = new Set<() => void>()
  const become = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) become(parse(stored(key)))
  }
  return {
    read: () => value,
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', hear)
      }
    },
    set(next) {
      store(key, format(next))
      become(next)
    },
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The value lasts until the page is left.
  }
}

/** Reads the favorite pairs from JSON text; entries that are not pairs are left out. */
export function readFavorites(text: string | null): ReadonlySet<string> {
  const parsed = text === null ? null : parseJson(text)
  const pairs = Array.isArray(parsed) ? parsed : []
  const known = pairs.filter((pair) => typeof pair === 'string' && pairGrammar.test(pair))
  return new Set(known.slice(0, favoritesMax))
}

const favorites = createStoredChoice('tukar.markets.favorites', readFavorites, (pairs) =>
  pairs.size === 0 ? '' : JSON.stringify([...pairs]),
)
const sort = createStoredChoice<MarketSort | null>('tukar.markets.sort', readSort, sortText)

/** Adds a market to the favorites, or removes it. */
export function toggleFavorite(pair: string): void {
  const next = new Set(favorites.read())
  if (!next.delete(pair)) next.add(pair)
  favorites.set(next)
}

/** The favorite pairs of this device. */
export function useFavorites(): ReadonlySet<string> {
  return useSyncExternalStore(favorites.subscribe, favorites.read)
}

/** The stored sort order, and a function to change it. */
export function useStoredSort(): readonly [MarketSort | null, (next: MarketSort | null) => void] {
  return [useSyncExternalStore(sort.subscribe, sort.read), sort.set]
}
