/** What a click on a row of links means, as it would on the link itself. */

export type Click = {
  readonly button: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Returns where a click opens what the row stands for; null where it opens nothing. */
export function findClickTarget(click: Click): 'here' | 'newTab' | null {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = click
  if (button > 1 || altKey) return null
  return button === 1 || ctrlKey || metaKey || shiftKey ? 'newTab' : 'here'
}
