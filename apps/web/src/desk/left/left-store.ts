/**
 * Decisions whose end nobody saw when their operator left the console, kept on this device. Some were sent as the page
 * was left: the next visit learns what became of them. Those that a passkey or a code had to confirm were not sent, and
 * wait until their operator puts them away.
 */
import { useSyncExternalStore } from 'react'
import { isRecord, type JsonRecord, parseJson, textAt } from '../../api/json.ts'
import { keep } from '../../markets/kept.ts'
import type { PendingDecision } from '../pending.ts'

/** More do not wait at once; the oldest are forgotten first. */
const leftMax = 20

/** What was asked of the exchange. */
export type SentCall = {
  /** Below `/desk/`. */
  readonly path: string
  readonly body: unknown
}

export type LeftDecision = {
  /** Of the operator who decided: nobody else hears of it, or sends it again. */
  readonly userId: number
  /** What was decided, in words. */
  readonly title: string
  /** Where in the console it was made. */
  readonly place: string
  readonly atMs: number
  /** Null where it was not sent. */
  readonly sent: SentCall | null
}

/** One that was sent. */
export type SentDecision = LeftDecision & { readonly sent: SentCall }

/** A path below `/desk/`, without a way out of it. */
const pathGrammar = /^[\w-]+(?:\/[\w-]+)*$/

/** Reads them as JSON text; what is no such decision is left out. */
export function readLeft(text: string | null): readonly LeftDecision[] {
  const told = text === null ? null : parseJson(text)
  const rows: readonly unknown[] = Array.isArray(told) ? told : []
  return rows.flatMap((row) => {
    if (!isRecord(row)) return []
    const [userId, atMs] = [Number(row['userId']), Number(row['atMs'])]
    const [title, place] = [textAt(row, 'title'), textAt(row, 'place')]
    const isOurs = Number.isSafeInteger(userId) && userId > 0 && Number.isFinite(atMs)
    const sent = isRecord(row['sent']) ? readCall(row['sent']) : row['sent']
    if (!isOurs || title === '' || !place.startsWith('/')) return []
    return isCall(sent) || sent === null ? [{ userId, title, place, atMs, sent }] : []
  })
}

function readCall(row: JsonRecord): SentCall | undefined {
  const path = textAt(row, 'path')
  return pathGrammar.test(path) ? { path, body: row['body'] } : undefined
}

function isCall(sent: unknown): sent is SentCall {
  return isRecord(sent)
}

const left = keep('tukar.desk.left', readLeft, (decisions) =>
  decisions.length === 0 ? '' : JSON.stringify(decisions),
)

/** Keeps what an operator decided. */
export function keepLeft(decisions: readonly LeftDecision[]): void {
  if (decisions.length > 0) left.set([...left.read(), ...decisions].slice(-leftMax))
}

/** One that waited and was not sent, as it is kept. */
export function unsentOf(userId: number, { title, path }: PendingDecision): LeftDecision {
  return { userId, title, place: path, atMs: Date.now(), sent: null }
}

/** Puts one away; another window may have read it again. */
export function dropLeft(decision: LeftDecision): void {
  const dropped = JSON.stringify(decision)
  left.set(left.read().filter((one) => JSON.stringify(one) !== dropped))
}

/** This operator's that were sent, the oldest first. */
export function sentOf(userId: number): readonly SentDecision[] {
  return left
    .read()
    .filter((one): one is SentDecision => one.userId === userId && one.sent !== null)
}

/** This operator's that were not sent, kept current. */
export function useUnsent(userId: number): readonly LeftDecision[] {
  const decisions = useSyncExternalStore(left.subscribe, left.read)
  return decisions.filter((one) => one.userId === userId && one.sent === null)
}
