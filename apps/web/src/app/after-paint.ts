/** What must not hold off the first picture of a page, nor what its reader does. */

/** Calls back when the next frame is painted; a page that nobody sees has none, and does not wait. */
export function afterPaint(then: () => void): void {
  if (document.visibilityState === 'hidden') {
    setTimeout(then)
    return
  }
  requestAnimationFrame(() => setTimeout(then))
}

/** A page that is never idle comes to it after this all the same. */
const idleMostMs = 2_000

/** Calls back when the page has nothing else to do; returns what ends the wait. */
export function whenIdle(then: () => void): () => void {
  // Older versions of Safari have none.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(then, idleMostMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(then, { timeout: idleMostMs })
  return () => cancelIdleCallback(id)
}
