/** How often a part of the page that failed is mounted again without asking. */

/** More failures than this within the time are not mended: a part that always fails would flicker. */
const mendsMax = 3
const withinMs = 10_000

/** Returns what says at each failure whether the part is mounted again. Times in milliseconds. */
export function createMending(): (nowMs: number) => boolean {
  let mendedMs: readonly number[] = []
  return (nowMs) => {
    mendedMs = mendedMs.filter((ms) => nowMs - ms < withinMs)
    if (mendedMs.length >= mendsMax) return false
    mendedMs = [...mendedMs, nowMs]
    return true
  }
}

/** What becomes of a part that failed: the page's matter, mounted again, or shown as failed with a way to try again. */
export type Fate = 'page' | 'again' | 'shown'

/**
 * Decides it.
 *
 * @param isOfPage whether the failure concerns the page as a whole
 * @param mayMend whether it may be mounted again without asking; a failure of the page does not use that up
 */
export function decideFate(isOfPage: boolean, mayMend: () => boolean): Fate {
  if (isOfPage) return 'page'
  return mayMend() ? 'again' : 'shown'
}

/** Whether React failed because something else had moved or removed elements of the page. */
export function isForeignChange(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  return error.name === 'NotFoundError' || error.name === 'HierarchyRequestError'
}
