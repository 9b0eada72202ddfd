/**
 * A message for the page after a reload or a change of page: stored in the tab until that page has shown it.
 */
import { isRecord, parseJson, textAt } from './json.ts'

/** The reason: the session ended elsewhere, or the account was deleted, in the server's words. */
export type PartingMessage =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'accountGone'; readonly text: string }

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'tukar.parting'

/** Stores the message for the next page; it replaces an earlier one. */
export function keepParting(parting: PartingMessage, store: Store | null = null): void {
  try {
    // A browser that forbids storage throws on access to the name.
    const storage = store ?? sessionStorage
    storage.setItem(key, JSON.stringify(parting))
  } catch {
    // Without storage no message is shown.
  }
}

/** Returns the stored message and deletes it; null if there is none. */
export function takeParting(store: Store | null = null): PartingMessage | null {
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
