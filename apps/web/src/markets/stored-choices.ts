/** Choices about lists of markets that the device keeps, the same in all its windows. */
import { useSyncExternalStore } from 'react'
import { parseJson } from '../api/json.ts'
import { type MarketSort, readSort, sortText } from './market-order.ts'

/** More than are ever listed; what is beyond it was not written by us. */
const favoritesMax = 200
const pairGrammar = /^[A-Z0-9]{1,15}_[A-Z0-9]{1,15}$/

type Kept<Value> = {
  readonly read: () => Value
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (value: Value) => void
}

/** A value under a key of the device's storage; a device that keeps nothing forgets it with the page. */
function keep<Value>(
  key: string,
  valueOf: (text: string | null) => Value,
  textOf: (value: Value) => string,
): Kept<Value> {
  let value = valueOf(stored(key))
  const listeners = new Set<() => void>()
  const become = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) become(valueOf(stored(key)))
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
      store(key, textOf(next))
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
    // It holds until the page is left.
  }
}

/** Reads the pairs that were marked, as JSON text; what is no pair is left out. */
export function readFavorites(text: string | null): ReadonlySet<string> {
  const told = text === null ? null : parseJson(text)
  const pairs = Array.isArray(told) ? told : []
  const known = pairs.filter((pair) => typeof pair === 'string' && pairGrammar.test(pair))
  return new Set(known.slice(0, favoritesMax))
}

const favorites = keep('tukar.markets.favorites', readFavorites, (pairs) =>
  pairs.size === 0 ? '' : JSON.stringify([...pairs]),
)
const sort = keep<MarketSort | null>('tukar.markets.sort', readSort, sortText)

/** Marks a market, or takes the mark off. */
export function toggleFavorite(pair: string): void {
  const next = new Set(favorites.read())
  if (!next.delete(pair)) next.add(pair)
  favorites.set(next)
}

/** The pairs that are marked on this device. */
export function useFavorites(): ReadonlySet<string> {
  return useSyncExternalStore(favorites.subscribe, favorites.read)
}

/** The order that was chosen on this device, and how to choose another. */
export function useKeptSort(): readonly [MarketSort | null, (next: MarketSort | null) => void] {
  return [useSyncExternalStore(sort.subscribe, sort.read), sort.set]
}
