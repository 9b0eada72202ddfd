/** Which messages stand above the page together: none twice, and no trouble that is over. */
import type { ReactNode } from 'react'

export type ToastKind = 'good' | 'bad' | 'warn' | 'info'

export type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly title: string
  readonly text?: ReactNode
}

export const toastsMax = 10

/**
 * The messages once another comes, newest first. One that says the same leaves for it, so that it is
 * said again; yet a mere notice never takes the place of what a page has just told in its words. What
 * went well ends the troubles before it: they were answered. The oldest leaves when there are too many.
 */
export function withToast(shown: readonly Toast[], next: Toast): readonly Toast[] {
  const same = shown.find((entry) => isSameToast(entry, next))
  if (same !== undefined && next.kind === 'info' && same.kind !== 'info') return shown
  const others = shown.filter(
    (entry) => entry !== same && !(next.kind === 'good' && entry.kind === 'bad'),
  )
  return [next, ...others].slice(0, toastsMax)
}

/** Of drawn texts nothing is known but whether they are the very same. */
function isSameToast(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.text === other.text
}
