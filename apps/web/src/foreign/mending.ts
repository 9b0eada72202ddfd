/** Limits how often a failed part of the page is mounted again automatically. */

/** After more failures within this time, the part is shown as failed: mounting it again would flicker. */
const mendsMax = 3
const withinMs = 10_000

/**
 * Returns a function that decides at each failure whether the part is mounted again. Times are in
 * milliseconds.
 */
export function createMending(): (nowMs: number) => boolean {
  let mendedMs: readonly number[] = []
  return (nowMs) => {
    mendedMs = mendedMs.filter((ms) => nowMs - ms < withinMs)
    if (mendedMs.length >= mendsMax) return false
    mendedMs = [...mendedMs, nowMs]
    return true
  }
}

/** The outcome of a failure: passed to the page, mounted again, or shown with a retry button. */
export type Fate = 'page' | 'again' | 'shown'

/**
 * Decides the outcome of a failure.
 *
 * @param isOfPage whether the failure concerns the whole page
 * @param mayMend whether the part may be mounted again; not called for a failure of the page
 */
export function decideFate(isOfPage: boolean, mayMend: () => boolean): Fate {
  if (isOfPage) return 'page'
  return mayMend() ? 'again' : 'shown'
}

/** Whether React failed because another program moved or removed elements of the page. */
export function isForeignChange(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  return error.name === 'NotFoundError' || error.name === 'HierarchyRequestError'
}
