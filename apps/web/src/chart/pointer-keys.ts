/** The crosshair by keyboard: arrows step, with Shift by ten, Home and End go to the ends. */

export type PointerKeys = {
  readonly count: () => number
  /** Where the crosshair is; -1 where there is none. */
  readonly here: () => number
  /** Where it appears at the first key. */
  readonly start: () => number
  /** Moves it; null takes it away. */
  readonly move: (index: number | null) => void
}

const largeStep = 10

/** Lets keys move the crosshair of a drawing that has the focus. */
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
