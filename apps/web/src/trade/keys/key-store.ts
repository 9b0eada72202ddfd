/** The keys and whether they are on (WCAG 2.1.4), stored on the device, and whether their list is open. */
import { useSyncExternalStore } from 'react'
import {
  changedKeys,
  type Chord,
  firstKeys,
  type KeyAction,
  type KeyChoice,
  findConflict,
  readKeys,
} from './key-map.ts'

const onKey = 'tukar.trade.keys'
const choiceKey = 'tukar.trade.keys.chosen'
const listeners = new Set<() => void>()

type Keys = {
  readonly isOn: boolean
  readonly isSheetOpen: boolean
  readonly keys: KeyChoice
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

let state: Keys = {
  isOn: read(onKey) !== 'off',
  isSheetOpen: false,
  keys: readKeys(read(choiceKey)),
}

function change(next: Partial<Keys>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Switches the keys on or off, and stores it. */
export function switchKeys(isOn: boolean): void {
  keep(onKey, isOn ? 'on' : 'off')
  change({ isOn })
}

/** Changes the key of an action and stores it; not to a key of another action. */
export function chooseKey(action: KeyAction, chord: Chord): void {
  if (findConflict(state.keys, chord, action) !== null) return
  setKeys({ ...state.keys, [action]: chord })
}

/** Restores all default keys. */
export function resetKeys(): void {
  setKeys(firstKeys)
}

function setKeys(keys: KeyChoice): void {
  keep(choiceKey, JSON.stringify(changedKeys(keys)))
  change({ keys })
}

/** Opens or closes the list of the keys. */
export function showKeySheet(isSheetOpen: boolean): void {
  change({ isSheetOpen })
}

/** The current state. */
export function currentKeys(): Keys {
  return state
}

/** The current state; the component draws again when it changes. */
export function useKeys(): Keys {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentKeys)
}
