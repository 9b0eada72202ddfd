/** Where a click on a row opens its link, as on the link itself. */

export type Click = {
  readonly button: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Returns where a click opens the row's link; null if it opens nothing. */
export function findClickTarget(click: Click): 'here' | 'newTab' | null {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = click
  if (button > 1 || altKey) return null
  return button === 1 || ctrlKey || metaKey || shiftKey ? 'newTab' : 'here'
}
