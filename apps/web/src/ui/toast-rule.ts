/** Decides which toasts are shown together: no duplicates, and no errors that are resolved. */
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
 * Returns the toasts after a new one, newest first. An equal toast is removed, so that the new one is
 * announced; but a general notice never replaces a page's own text. A success removes earlier errors. The
 * oldest is removed when there are too many.
 */
export function withToast(shown: readonly Toast[], next: Toast): readonly Toast[] {
  const same = shown.find((entry) => isSameToast(entry, next))
  if (same !== undefined && next.kind === 'info' && same.kind !== 'info') return shown
  const others = shown.filter(
    (entry) => entry !== same && !(next.kind === 'good' && entry.kind === 'bad'),
  )
  return [next, ...others].slice(0, toastsMax)
}

/** Rendered texts are compared by identity only. */
function isSameToast(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.text === other.text
}
