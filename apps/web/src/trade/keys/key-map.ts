/**
 * The keys of the trading page: one table for what they do and for the sheet that lists them. Single
 * characters alone, so that no key of the browser or of a screen reader's commands is taken.
 */
import type { Side } from '../../feed/levels.ts'

export const sharePercents = [25, 50, 75, 100] as const
export type SharePercent = (typeof sharePercents)[number]

export type KeyAction =
  | { readonly kind: 'price'; readonly side: Side }
  | { readonly kind: 'share'; readonly percent: SharePercent }
  | {
      readonly kind: 'amount' | 'cancelAll' | 'nextList' | 'speak' | 'pause' | 'markets' | 'help'
    }

/** What of a key event decides. */
export type Pressed = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly repeat: boolean
}

const help: KeyAction = { kind: 'help' }

const plain = new Map<string, KeyAction>([
  ['b', { kind: 'price', side: 'buy' }],
  ['s', { kind: 'price', side: 'sell' }],
  ['q', { kind: 'amount' }],
  ...sharePercents.map((percent, index): [string, KeyAction] => [
    String(index + 1),
    { kind: 'share', percent },
  ]),
  ['l', { kind: 'nextList' }],
  ['o', { kind: 'speak' }],
  ['p', { kind: 'pause' }],
  ['m', { kind: 'markets' }],
])

const shifted = new Map<string, KeyAction>([['x', { kind: 'cancelAll' }]])

/** Returns what a pressed key means, null if nothing. A key that is held down means it once. */
export function actionOf(pressed: Pressed): KeyAction | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.repeat) return null
  const key = pressed.key.toLowerCase()
  // Where the question mark stands without Shift, it is one all the same.
  if (key === '?') return help
  return (pressed.shiftKey ? shifted : plain).get(key) ?? null
}

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'

/** Whether keys belong to the element that has the focus (WCAG 2.1.4): every field, whatever its kind. */
export function isField(element: Pick<Element, 'closest'>): boolean {
  return element.closest(fields) !== null
}
