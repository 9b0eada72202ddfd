/**
 * What is to be said after a page that is loaded again or left: kept in the tab until the next page has
 * said it once.
 */
import { isRecord, parseJson, textAt } from './json.ts'

/** What happened: the session ended elsewhere, or the account is gone, in the server's own words. */
export type Parting =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'accountGone'; readonly text: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'tukar.parting'

/** Keeps what the next page is to say, in place of what was kept before. */
export function keepParting(parting: Parting, store: Store | null = null): void {
  try {
    // A browser that forbids storage throws at its name already.
    const storage = store ?? sessionStorage
    storage.setItem(key, JSON.stringify(parting))
  } catch {
    // A tab that keeps nothing says nothing.
  }
}

/** Returns what was kept, once; null where nothing is to be said. */
export function takeParting(store: Store | null = null): Parting | null {
  try {
    const storage = store ?? sessionStorage
    const stored = parseJson(storage.getItem(key) ?? '')
    storage.removeItem(key)
    if (!isRecord(stored)) return null
    switch (stored['kind']) {
      case 'signedOut':
        return { kind: 'signedOut' }
      case 'accountGone':
        return { kind: 'accountGone', text: textAt(stored, 'text') }
      default:
        return null
    }
  } catch {
    return null
  }
}
