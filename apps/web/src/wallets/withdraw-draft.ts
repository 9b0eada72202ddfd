/** The amount of a withdrawal that is not sent yet: kept in the tab while a bank account is added. */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'tukar.withdrawal'

/** Keeps the raw amount; null forgets it. A browser that forbids storage keeps nothing. */
export function keepDraft(raw: string | null, store: Store | null = null): void {
  try {
    const place = store ?? sessionStorage
    if (raw === null) place.removeItem(key)
    else place.setItem(key, raw)
  } catch {
    // What is not kept is typed again.
  }
}

/** Returns the raw amount that was kept, empty where there is none. */
export function keptDraft(store: Store | null = null): string {
  try {
    const raw = (store ?? sessionStorage).getItem(key) ?? ''
    return /^\d{1,16}$/.test(raw) ? raw : ''
  } catch {
    return ''
  }
}
