/**
 * The keys of the trading page: actions, their keys, and the keys that users may choose. Only single
 * characters are allowed, so that no command of the browser or a screen reader is taken.
 */
import type { Side } from '../../feed/levels.ts'

export const sharePercents = [25, 50, 75, 100] as const
export type SharePercent = (typeof sharePercents)[number]

/** The actions with their default keys. */
export const firstKeys = {
  buy: 'b',
  sell: 's',
  amount: 'q',
  share25: '1',
  share50: '2',
  share75: '3',
  share100: '4',
  cancelNewest: 'x',
  cancelAll: 'Shift+x',
  finer: '[',
  coarser: ']',
  nextList: 'l',
  markets: 'm',
  fullScreen: 'f',
  speak: 'o',
  pause: 'p',
  help: '?',
} as const

export type KeyAction = keyof typeof firstKeys
/** A letter, "Shift+" and a letter, or another character. */
export type Chord = string
export type KeyChoice = Readonly<Record<KeyAction, Chord>>

const isAction = (name: string): name is KeyAction => Object.hasOwn(firstKeys, name)
export const keyActions: readonly KeyAction[] = Object.keys(firstKeys).filter(isAction)

/** The relevant parts of a key event. */
export type Pressed = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly repeat: boolean
}

/** Returns the chord of a pressed key; null if it cannot be one. */
export function readChord(pressed: Pressed): Chord | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null
  return toChord(pressed.key, pressed.shiftKey)
}

/** One character that is not white space. */
const oneSign = /^\S$/u

function toChord(key: string, isShifted: boolean): Chord | null {
  // Names of special keys are longer than one character; a space presses buttons.
  if (!oneSign.test(key)) return null
  const small = key.toLowerCase()
  // Characters other than letters may need Shift, depending on the keyboard.
  if (small === key.toUpperCase() || !oneSign.test(small)) return key
  return isShifted ? `Shift+${small}` : small
}

/** Returns the action of a pressed key; null without one. A held key acts once. */
export function findAction(pressed: Pressed, keys: KeyChoice): KeyAction | null {
  const chord = pressed.repeat ? null : readChord(pressed)
  return chord === null ? null : (keyActions.find((action) => keys[action] === chord) ?? null)
}

/** Returns the labels of a chord's keys: "Shift" and "X". */
export function listKeys(chord: Chord): readonly string[] {
  const letter = /^Shift\+(.+)$/u.exec(chord)?.[1]
  return letter === undefined ? [toCapital(chord)] : ['Shift', toCapital(letter)]
}

/** The capital of some letters does not convert back to them. */
function toCapital(letter: string): string {
  const capital = letter.toUpperCase()
  return capital.toLowerCase() === letter ? capital : letter
}

/** Returns another action that has this chord; null without one. */
export function findConflict(keys: KeyChoice, chord: Chord, action: KeyAction): KeyAction | null {
  return keyActions.find((other) => other !== action && keys[other] === chord) ?? null
}

/** Reads stored keys; returns the defaults if they are malformed or a key has two actions. */
export function readKeys(text: string | null): KeyChoice {
  const kept = Object.entries(parsed(text)).filter(
    ([name, chord]) => isAction(name) && isChord(chord),
  )
  const keys: KeyChoice = { ...firstKeys, ...Object.fromEntries(kept) }
  return new Set(Object.values(keys)).size === keyActions.length ? keys : firstKeys
}

function isChord(value: unknown): value is Chord {
  if (typeof value !== 'string') return false
  const letter = value.replace(/^Shift\+(?=.)/u, '')
  return toChord(letter, letter !== value) === value
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Returns the keys that differ from the defaults, for storage. */
export function changedKeys(keys: KeyChoice): Readonly<Partial<KeyChoice>> {
  const changed = keyActions.filter((action) => keys[action] !== firstKeys[action])
  return Object.fromEntries(changed.map((action) => [action, keys[action]]))
}

/** Returns the side whose price field a key focuses; null for other keys. */
export function findSide(action: KeyAction): Side | null {
  return action === 'buy' || action === 'sell' ? action : null
}

const shares = {
  share25: 25,
  share50: 50,
  share75: 75,
  share100: 100,
} as const satisfies Partial<Record<KeyAction, SharePercent>>

export type ShareAction = keyof typeof shares

/** Returns the share of the available balance for a key. */
export function findShare(action: ShareAction): SharePercent {
  return shares[action]
}
