/** Whether to ask before each order: off unless it was switched on; kept on the device. */
import { useSyncExternalStore } from 'react'

const key = 'tukar.order.confirm'
const listeners = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'each'
  } catch {
    return false
  }
}

let isEach = read()

function set(next: boolean): void {
  isEach = next
  try {
    localStorage.setItem(key, next ? 'each' : 'never')
  } catch {
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
  for (const listener of listeners) listener()
}

/** Whether to ask, as it is now. */
export function isEachConfirmed(): boolean {
  return isEach
}

/** The choice and how to change it. */
export function useConfirmEach(): readonly [boolean, (next: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isEach,
  )
  return [isOn, set]
}
