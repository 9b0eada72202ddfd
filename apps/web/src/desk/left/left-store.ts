/** Decisions that were not confirmed when their operator left the console, kept on this device until he puts them away. */
import { useSyncExternalStore } from 'react'
import { isRecord, parseJson, textAt } from '../../api/json.ts'
import { keep } from '../../markets/kept.ts'
import type { PendingDecision } from '../pending.ts'

/** More are forgotten, the oldest first. */
const leftMax = 20

export type LeftDecision = {
  /** Of the operator who decided. */
  readonly userId: number
  readonly title: string
  /** Where in the console it was made. */
  readonly path: string
}

/** Reads them as JSON text; what is no such decision is left out. */
export function readLeft(text: string | null): readonly LeftDecision[] {
  const told = text === null ? null : parseJson(text)
  const entries = Array.isArray(told) ? told.filter(isRecord) : []
  const read = entries.map((entry) => ({
    userId: Number(entry['userId']),
    title: textAt(entry, 'title'),
    path: textAt(entry, 'path'),
  }))
  return read.filter(({ userId, title, path }) => userId > 0 && title !== '' && path !== '')
}

const left = keep('tukar.desk.left', readLeft, (decisions) =>
  decisions.length === 0 ? '' : JSON.stringify(decisions),
)

/** Keeps what this operator decided and nobody confirmed. */
export function keepLeft(userId: number, decisions: readonly PendingDecision[]): void {
  if (decisions.length === 0) return
  const added = decisions.map(({ title, path }) => ({ userId, title, path }))
  left.set([...left.read(), ...added].slice(-leftMax))
}

/** Puts one away. */
export function dropLeft(decision: LeftDecision): void {
  left.set(left.read().filter((one) => one !== decision))
}

/** What is kept of this operator. */
export function useLeft(userId: number): readonly LeftDecision[] {
  return useSyncExternalStore(left.subscribe, left.read).filter((one) => one.userId === userId)
}
