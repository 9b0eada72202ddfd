/**
 * Which keys there are and whether they are on (WCAG 2.1.4), kept on the device; and whether their list
 * is open.
 */
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
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
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

/** Switches the keys on or off, for this visit and the next ones. */
export function switchKeys(isOn: boolean): void {
  keep(onKey, isOn ? 'on' : 'off')
  change({ isOn })
}

/** Gives an action another key, for this visit and the next ones; not one that does something else. */
export function chooseKey(action: KeyAction, chord: Chord): void {
  if (findConflict(state.keys, chord, action) !== null) return
  setKeys({ ...state.keys, [action]: chord })
}

/** Gives every action its first key again. */
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

/** All of it, as it is now. */
export function currentKeys(): Keys {
  return state
}

/** All of it, kept current. */
export function useKeys(): Keys {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentKeys)
}
