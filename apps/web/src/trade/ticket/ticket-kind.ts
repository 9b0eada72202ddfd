/**
 * The time in force of orders: good till canceled, post-only, or immediate (in whole or in part). One choice
 * of the user for both forms, stored on the device by user id.
 */
import { useSyncExternalStore } from 'react'
import { currentSession, onSession } from '../../api/session.ts'

export const orderKinds = ['gtc', 'post', 'ioc', 'fok'] as const
export type OrderKind = (typeof orderKinds)[number]

/** The fields on the wire; a plain order has neither. */
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

/** Whether a stored value is a kind. */
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

/** Stores the choice for the signed-in user. */
export function chooseOrderKind(next: OrderKind): void {
  const userId = currentSession()?.userId
  try {
    if (userId !== undefined) localStorage.setItem(toStorageKey(userId), next)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  change(next)
}

/** The current choice. */
export function currentOrderKind(): OrderKind {
  return chosen
}

/** The choice; the component draws again when it changes. */
export function useOrderKind(): OrderKind {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
}
