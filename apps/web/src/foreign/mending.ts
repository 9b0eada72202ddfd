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

/** Whether React failed because something else had moved or removed elements of the page. */
export function isForeignChange(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  return error.name === 'NotFoundError' || error.name === 'HierarchyRequestError'
}
