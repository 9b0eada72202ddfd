/** A second try for test files that open screens in a browser. Other files have none. */

/** More files than these are no accident. */
export const secondTriesMax = 3

/**
 * Parts of e2e that open screens in Chromium. Chromium closes a page, a frame or a connection by its own
 * timeouts in wall-clock seconds. Busy processors exhaust them, and no option extends them.
 */
const onScreens = new Set([
  ...'stranger trading journey routes identity coins accounts desk shell rupiah'.split(' '),
  ...'listing statements desk-content desk-users desk-roles desk-rules'.split(' '),
])

/** Whether a failed test file of a part runs again. */
export function hasSecondTry(part) {
  return onScreens.has(part)
}

/**
 * @typedef {{ part: string, file: string, passed: number, failed: number }} BrokenFile `file` is the source
 */

/**
 * Runs the failed files again, each alone, unless something else failed too or there are too many. Returns
 * what to add to the counts of the first try.
 *
 * @param {readonly BrokenFile[]} broken
 * @param {number} failed all failures of the run
 * @param {(file: string) => Promise<{ passed: number, failed: number, output: string }>} run
 * @param {(line: string) => void} print
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function secondTries(broken, failed, run, print) {
  const mayTry = broken.filter(({ part }) => hasSecondTry(part))
  const failedInThem = mayTry.reduce((sum, one) => sum + one.failed, 0)
  const change = { passed: 0, failed: 0 }
  if (failed > failedInThem || mayTry.length > secondTriesMax) return change
  for (const first of mayTry) {
    const second = await run(first.file)
    if (second.output !== '') print(second.output.trimEnd())
    change.passed += second.passed - first.passed
    change.failed += second.failed - first.failed
    print(
      second.failed > 0 ? `  failed twice: ${first.file}` : `  flaky, passed alone: ${first.file}`,
    )
  }
  return change
}
