/**
 * Typed input that was not sent yet, stored in the tab for the user who typed it, so that it survives a
 * reload. Only texts: no images and no identity numbers. It is deleted when it is sent and when the session
 * ends.
 */
import { isRecord } from './json.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Fields = Readonly<Record<string, string>>

const names = ['identity', 'particulars', 'withdrawal'] as const
export type DraftName = (typeof names)[number]

const toStorageKey = (name: DraftName) => `tukar.draft.${name}`

/** Stores the fields of a user's form; without storage it does nothing. */
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
    // Without storage the input must be typed again.
  }
}

/** Returns this user's input; empty if none is stored or it is another user's. */
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

/** Deletes the draft of one form, or all drafts. */
export function dropTabDraft(name: DraftName | null = null, store: Store | null = null): void {
  try {
    const storage = store ?? sessionStorage
    for (const one of name === null ? names : [name]) storage.removeItem(toStorageKey(one))
  } catch {
    // Without storage there is no draft.
  }
}
