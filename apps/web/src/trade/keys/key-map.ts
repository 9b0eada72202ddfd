/**
 * The keys of the trading page: what they do, which key each of them is, and which a person may choose.
 * Single characters alone, so that no key of the browser or of a screen reader's commands is taken.
 */
import type { Side } from '../../feed/levels.ts'

export const sharePercents = [25, 50, 75, 100] as const
export type SharePercent = (typeof sharePercents)[number]

/** What can be done by a key, and the key for it until another one is chosen. */
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
/** A letter, "Shift+" and a letter, or another sign however it is typed. */
export type Chord = string
export type KeyChoice = Readonly<Record<KeyAction, Chord>>

const isAction = (name: string): name is KeyAction => Object.hasOwn(firstKeys, name)
export const keyActions: readonly KeyAction[] = Object.keys(firstKeys).filter(isAction)

/** What of a key event decides. */
export type Pressed = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly repeat: boolean
}

/** Returns the chord of a pressed key, null where it is none that could be ours. */
export function readChord(pressed: Pressed): Chord | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null
  return toChord(pressed.key, pressed.shiftKey)
}

/** One character that is no space. */
const oneSign = /^\S$/u

function toChord(key: string, isShifted: boolean): Chord | null {
  // Names of keys are longer than one character; a space presses buttons.
  if (!oneSign.test(key)) return null
  const small = key.toLowerCase()
  // Other signs stand on keys of their own, or with Shift, as the keyboard has it.
  if (small === key.toUpperCase() || !oneSign.test(small)) return key
  return isShifted ? `Shift+${small}` : small
}

/** Returns what a pressed key means, null if nothing. A key that is held down means it once. */
export function findAction(pressed: Pressed, keys: KeyChoice): KeyAction | null {
  const chord = pressed.repeat ? null : readChord(pressed)
  return chord === null ? null : (keyActions.find((action) => keys[action] === chord) ?? null)
}

/** Returns a chord as its keys are written on them: "Shift" and "X". */
export function listKeys(chord: Chord): readonly string[] {
  const letter = /^Shift\+(.+)$/u.exec(chord)?.[1]
  return letter === undefined ? [toCapital(chord)] : ['Shift', toCapital(letter)]
}

/** Some letters have no capital that leads back to them. */
function toCapital(letter: string): string {
  const capital = letter.toUpperCase()
  return capital.toLowerCase() === letter ? capital : letter
}

/** Returns the action that a chord has already, if it is not this one. */
export function findConflict(keys: KeyChoice, chord: Chord, action: KeyAction): KeyAction | null {
  return keyActions.find((other) => other !== action && keys[other] === chord) ?? null
}

/** Returns what a device kept as keys; without meaning or with a key of two meanings, the first ones. */
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

/** Returns the keys that differ from the first ones, as a device keeps them. */
export function changedKeys(keys: KeyChoice): Readonly<Partial<KeyChoice>> {
  const changed = keyActions.filter((action) => keys[action] !== firstKeys[action])
  return Object.fromEntries(changed.map((action) => [action, keys[action]]))
}

/** Returns the side whose price a key enters, null for other keys. */
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

/** Returns the share of what is available that a key takes. */
export function findShare(action: ShareAction): SharePercent {
  return shares[action]
}
