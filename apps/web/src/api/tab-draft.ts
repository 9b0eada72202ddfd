/**
 * What is typed in a form and not sent yet: kept in the tab over a reload, for whoever typed it. Texts
 * alone, no pictures and no numbers of identity; forgotten when it is sent and when its session ends.
 */
import { isRecord } from './json.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Fields = Readonly<Record<string, string>>

const names = ['identity', 'particulars', 'withdrawal'] as const
export type DraftName = (typeof names)[number]

const toStorageKey = (name: DraftName) => `tukar.draft.${name}`

/** Keeps the fields of a user's form. A browser that forbids storage keeps nothing. */
export function keepTabDraft(
  name: DraftName,
  userId: string,
  fields: Fields,
  store: Store | null = null,
): void {
  try {
    const storage = store ?? sessionStorage
    storage.setItem(toStorageKey(name), JSON.stringify({ userId, fields }))
  } catch {
    // What is not kept is typed again.
  }
}

/** Returns what this user typed; empty where nothing is kept, or somebody else's is. */
export function readTabDraft(name: DraftName, userId: string, store: Store | null = null): Fields {
  try {
    const stored: unknown = JSON.parse(
      (store ?? sessionStorage).getItem(toStorageKey(name)) ?? 'null',
    )
    if (!isRecord(stored) || stored['userId'] !== userId || !isRecord(stored['fields'])) return {}
    const texts = Object.entries(stored['fields']).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    )
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

/** Forgets one form, or all of them. */
export function dropTabDraft(name: DraftName | null = null, store: Store | null = null): void {
  try {
    const storage = store ?? sessionStorage
    for (const one of name === null ? names : [name]) storage.removeItem(toStorageKey(one))
  } catch {
    // Nothing was kept either.
  }
}
