/**
 * A second try for what drives a browser. A browser, the pages in it and the servers beside them share
 * few cores with all other parts, and a picture that comes late fails a test that is right. What proves
 * money, matching and recovery has no second try: there a failure once is a failure.
 */

/** More files than these are no accident. */
export const secondTriesMax = 3

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ file: string, passed: number, failed: number }} BrokenFile
 */

/**
 * Runs files one after the other by `run`, and keeps which of them failed.
 *
 * @param {readonly string[]} files
 * @param {(file: string) => Promise<Outcome>} run
 * @returns {Promise<Outcome & { broken: BrokenFile[] }>}
 */
export async function runOneByOne(files, run) {
  const sum = { passed: 0, failed: 0, output: '', broken: [] }
  for (const file of files) {
    const { passed, failed, output } = await run(file)
    sum.passed += passed
    sum.failed += failed
    sum.output += output === '' ? '' : `${output.trimEnd()}\n`
    if (failed > 0) sum.broken.push({ file, passed, failed })
  }
  return sum
}

/**
 * Plays the files that failed once more, each alone, unless something else failed too or they are too
 * many. Gives what to add to the counts of the first try.
 *
 * @param {readonly { failed: number, broken?: BrokenFile[] }[]} results of all parts
 * @param {(file: string) => Promise<Outcome>} run
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function secondTries(results, run, say) {
  const broken = results.flatMap((result) => result.broken ?? [])
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const failedInBroken = broken.reduce((sum, file) => sum + file.failed, 0)
  const change = { passed: 0, failed: 0 }
  if (failed > failedInBroken || broken.length > secondTriesMax) return change
  for (const first of broken) {
    const second = await run(first.file)
    if (second.output !== '') say(second.output.trimEnd())
    change.passed += second.passed - first.passed
    change.failed += second.failed - first.failed
    say(
      second.failed > 0 ? `  failed twice: ${first.file}` : `  flaky, passed alone: ${first.file}`,
    )
  }
  return change
}
