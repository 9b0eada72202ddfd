/** Runs work that must delay neither the first paint nor the user's input. */

/** Calls back when the next frame is painted, or at once while the page is hidden. */
export function afterPaint(then: () => void): void {
  if (document.visibilityState === 'hidden') {
    setTimeout(then)
    return
  }
  requestAnimationFrame(() => setTimeout(then))
}

/** The longest wait on a page that is never idle. */
const idleMostMs = 2_000

/** Calls back when the page is idle; returns a function that cancels the wait. */
export function whenIdle(then: () => void): () => void {
  // Older versions of Safari do not have it.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(then, idleMostMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(then, { timeout: idleMostMs })
  return () => cancelIdleCallback(id)
}
