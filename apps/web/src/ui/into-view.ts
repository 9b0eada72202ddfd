/** Brings what has just appeared into view, in one jump for those who want nothing to move. */

/**
 * Moves the page no further than is needed to see it whole; what stands fixed at the window's edges is
 * reckoned with (`scroll-padding`).
 */
export function bringIntoView(element: HTMLElement | null): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}
