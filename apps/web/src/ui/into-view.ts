/** Scrolls new content into view, without animation for users who prefer reduced motion. */

/**
 * Scrolls no further than needed to show the whole element; fixed bars are taken into account
 * (`scroll-padding`).
 */
export function bringIntoView(element: HTMLElement | null): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}
