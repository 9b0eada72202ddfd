/** Whether the keys are on (WCAG 2.1.4), kept on the device, and whether their list is open. */
import { useSyncExternalStore } from 'react'

const key = 'tukar.trade.keys'
const listeners = new Set<() => void>()

type Keys = { readonly isOn: boolean; readonly isSheetOpen: boolean }

function readOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

let keys: Keys = { isOn: readOn(), isSheetOpen: false }

function change(next: Partial<Keys>): void {
  keys = { ...keys, ...next }
  for (const listener of listeners) listener()
}

/** Switches the keys on or off, for this visit and the next ones. */
export function switchKeys(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
  change({ isOn })
}

/** Opens or closes the list of the keys. */
export function showKeySheet(isSheetOpen: boolean): void {
  change({ isSheetOpen })
}

/** Both, as they are now. */
export function currentKeys(): Keys {
  return keys
}

/** Both, kept current. */
export function useKeys(): Keys {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentKeys)
}
