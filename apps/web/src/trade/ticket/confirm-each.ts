/** Whether each order needs a confirmation: off by default; stored on the device. */
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
    // Without storage the choice lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Whether each order needs a confirmation now. */
export function isEachConfirmed(): boolean {
  return isEach
}

/** The choice, and a function that changes it. */
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
