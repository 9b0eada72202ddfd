/**
 * How long an order stands: good till canceled, waiting only, or at once (whole or in part). One choice
 * of a person for both forms, kept on the device under his number.
 */
import { useSyncExternalStore } from 'react'
import { currentSession, onSession } from '../../api/session.ts'

export const orderKinds = ['gtc', 'post', 'ioc', 'fok'] as const
export type OrderKind = (typeof orderKinds)[number]

/** What the wire calls it; a plain order says nothing of either. */
export type KindFields = {
  readonly time_in_force?: 'IOC' | 'FOK'
  readonly post_only?: true
}

/** Returns the fields of a placement's body. */
export function kindFields(kind: OrderKind): KindFields {
  switch (kind) {
    case 'gtc':
      return {}
    case 'post':
      return { post_only: true }
    case 'ioc':
      return { time_in_force: 'IOC' }
    case 'fok':
      return { time_in_force: 'FOK' }
  }
}

/** Whether a stored word is a kind. */
export function isOrderKind(value: unknown): value is OrderKind {
  return orderKinds.some((kind) => kind === value)
}

const toStorageKey = (userId: string) => `tukar.order.kind.${userId}`
const listeners = new Set<() => void>()
let chosen: OrderKind = read()

function read(): OrderKind {
  const userId = currentSession()?.userId
  if (userId === undefined) return 'gtc'
  try {
    const stored = localStorage.getItem(toStorageKey(userId))
    return isOrderKind(stored) ? stored : 'gtc'
  } catch {
    return 'gtc'
  }
}

function change(next: OrderKind): void {
  if (next === chosen) return
  chosen = next
  for (const listener of listeners) listener()
}

onSession(() => change(read()))

/** Chooses for this and the next visits of who is signed in. */
export function chooseOrderKind(next: OrderKind): void {
  const userId = currentSession()?.userId
  try {
    if (userId !== undefined) localStorage.setItem(toStorageKey(userId), next)
  } catch {
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
  change(next)
}

/** The choice as it is now. */
export function currentOrderKind(): OrderKind {
  return chosen
}

/** The choice, kept current. */
export function useOrderKind(): OrderKind {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
}
