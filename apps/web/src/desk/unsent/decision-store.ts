/**
 * Decisions with an unknown outcome when their operator left the console, stored on this device. Some were
 * sent while the page closed: the next visit determines their outcome. Decisions that needed a passkey or a
 * code were not sent and stay until their operator dismisses them. Each record has its own key, so that two
 * closing windows do not overwrite each other's records.
 */
import { useSyncExternalStore } from 'react'
import { isRecord, type JsonRecord, parseJson, textAt } from '../../api/json.ts'
import type { PendingDecision } from '../cases/pending.ts'

/** The maximum of stored decisions; the oldest are deleted first. */
const storedMax = 20

/** A call to the exchange. */
export type SentCall = {
  /** The path below `/desk/`. */
  readonly path: string
  readonly body: unknown
}

export type StoredDecision = {
  /** The operator who decided; no other operator sees it or sends it again. */
  readonly userId: number
  /** The text of the decision. */
  readonly title: string
  /** The console's path where it was made. */
  readonly place: string
  readonly atMs: number
  /** Null if the decision was not sent. */
  readonly sent: SentCall | null
}

/** A decision that was sent. */
export type SentDecision = StoredDecision & { readonly sent: SentCall }

/** A path below `/desk/`, without dots or empty segments. */
const pathGrammar = /^[\w-]+(?:\/[\w-]+)*$/

/** Parses a record from JSON; null if it is invalid. */
export function parseStoredDecision(text: string | null): StoredDecision | null {
  const row = text === null ? null : parseJson(text)
  if (!isRecord(row)) return null
  const [userId, atMs] = [Number(row['userId']), Number(row['atMs'])]
  const [title, place] = [textAt(row, 'title'), textAt(row, 'place')]
  const isOurs = Number.isSafeInteger(userId) && userId > 0 && Number.isFinite(atMs)
  const sent = isRecord(row['sent']) ? readCall(row['sent']) : row['sent']
  if (!isOurs || title === '' || !place.startsWith('/')) return null
  return isCall(sent) || sent === null ? { userId, title, place, atMs, sent } : null
}

function readCall(row: JsonRecord): SentCall | undefined {
  const path = textAt(row, 'path')
  return pathGrammar.test(path) ? { path, body: row['body'] } : undefined
}

function isCall(sent: unknown): sent is SentCall {
  return isRecord(sent)
}

/** The browser's storage. */
export type StorageLike = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

export type DecisionStore = {
  /** All records, the oldest first; the same array while nothing changes. */
  readonly read: () => readonly StoredDecision[]
  readonly keep: (decisions: readonly StoredDecision[]) => void
  /** Removes one record, even if another window has read it. */
  readonly drop: (decision: StoredDecision) => void
  readonly subscribe: (listener: () => void) => () => void
}

const prefix = 'tukar.desk.left.'

/**
 * Creates the store of one window. Records that cannot be stored are kept in memory.
 *
 * @param openStorage returns the storage; throws if the browser blocks it
 * @param makeId returns an id that is unique across windows
 */
export function createDecisionStore(
  openStorage: () => StorageLike,
  makeId: () => string,
): DecisionStore {
  const unwritten = new Map<string, string>()
  const listeners = new Set<() => void>()
  let shown: { readonly text: string; readonly decisions: readonly StoredDecision[] } | null = null
  const records = (): readonly (readonly [string, StoredDecision])[] =>
    [...written(openStorage), ...unwritten]
      .flatMap(([key, text]) => {
        const decision = parseStoredDecision(text)
        return decision === null ? [] : [[key, decision] as const]
      })
      .toSorted(([, one], [, other]) => one.atMs - other.atMs)
  const remove = (key: string) => {
    unwritten.delete(key)
    tryStorage(openStorage, (place) => place.removeItem(key))
  }
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) changed()
  }
  return {
    read() {
      const decisions = records().map(([, decision]) => decision)
      const text = JSON.stringify(decisions)
      if (shown?.text !== text) shown = { text, decisions }
      return shown.decisions
    },
    keep(decisions) {
      for (const decision of decisions) {
        const [key, text] = [prefix + makeId(), JSON.stringify(decision)]
        if (!tryStorage(openStorage, (place) => place.setItem(key, text))) unwritten.set(key, text)
      }
      for (const [key] of records().slice(0, -storedMax)) remove(key)
      changed()
    },
    drop(decision) {
      const dropped = JSON.stringify(decision)
      for (const [key, one] of records()) if (JSON.stringify(one) === dropped) remove(key)
      changed()
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', hear)
      }
    },
  }
}

/** Whether the browser allowed the action. */
function tryStorage(openStorage: () => StorageLike, action: (place: StorageLike) => void): boolean {
  try {
    action(openStorage())
    return true
  } catch {
    return false
  }
}

function written(openStorage: () => StorageLike): readonly (readonly [string, string | null])[] {
  const found: (readonly [string, string | null])[] = []
  tryStorage(openStorage, (place) => {
    for (let at = 0; at < place.length; at += 1) {
      const key = place.key(at)
      if (key?.startsWith(prefix) === true) found.push([key, place.getItem(key)])
    }
  })
  return found
}

/** Windows share one storage, so an id has the time and a random number. */
function makeRecordId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${Date.now()}-${random}`
}

const store = createDecisionStore(() => localStorage, makeRecordId)

/** Stores decisions on this device. */
export const storeDecisions = store.keep

/** Deletes a stored decision. */
export const deleteStoredDecision = store.drop

/** A record of a pending decision that was not sent. */
export function toUnsentDecision(userId: number, { title, path }: PendingDecision): StoredDecision {
  return { userId, title, place: path, atMs: Date.now(), sent: null }
}

/** The operator's sent decisions, the oldest first. */
export function findSentDecisions(userId: number): readonly SentDecision[] {
  return store
    .read()
    .filter((one): one is SentDecision => one.userId === userId && one.sent !== null)
}

/** The operator's unsent decisions, kept current. */
export function useUnsent(userId: number): readonly StoredDecision[] {
  const decisions = useSyncExternalStore(store.subscribe, store.read)
  return decisions.filter((one) => one.userId === userId && one.sent === null)
}
