/** The crosshair by keyboard: arrows step, Shift steps by ten, Home and End go to the ends. */

export type PointerKeys = {
  readonly count: () => number
  /** The index of the crosshair; -1 without one. */
  readonly here: () => number
  /** The index at the first key press. */
  readonly start: () => number
  /** Moves the crosshair; null removes it. */
  readonly move: (index: number | null) => void
}

const largeStep = 10

/** Moves the crosshair of a focused drawing by keys. */
export function moveByKeys(canvas: HTMLElement, { count, here, start, move }: PointerKeys): void {
  canvas.tabIndex = 0
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && here() !== -1) {
      event.preventDefault()
      move(null)
      return
    }
    const target = findTarget(event, here(), count(), start())
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(target)
  })
  canvas.addEventListener('blur', () => move(null))
}

function findTarget(
  { key, shiftKey }: KeyboardEvent,
  here: number,
  count: number,
  start: number,
): number | null {
  if (count === 0) return null
  const step = shiftKey ? largeStep : 1
  const from = (by: number) => (here === -1 ? start : Math.min(count - 1, Math.max(0, here + by)))
  switch (key) {
    case 'ArrowLeft':
      return from(-step)
    case 'ArrowRight':
      return from(step)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
