/**
 * A second try for what drives programs of others: a browser, chain nodes, models that look at pictures.
 * They share few cores with all other parts, and what comes late from them fails a test that is right.
 * What proves money, matching and recovery with our own programs alone has no second try: there a failure
 * once is a failure.
 */

import fs from 'node:fs'
import path from 'node:path'

/** More files than these are no accident. */
export const secondTriesMax = 3

/** Parts of e2e that look at screens; what a new part proves is asked before it comes in here. */
const onScreens = new Set([
  ...'stranger trading journey routes identity coins accounts desk shell rupiah'.split(' '),
  ...'listing statements desk-content desk-users desk-roles desk-rules'.split(' '),
])
/** Programs of others beside a test file of the long integration: real chain nodes, the verifier's models. */
const withNodes = /from '[^']*(?:chain-nodes\/testing\/|\/testing\/nodes\.js')/
const withModels = /(^|\/)apps\/verifier\//

/** Whether a compiled test file of a part is played once more when it fails. */
export function hasSecondTry(part, file) {
  if (part !== 'integration') return onScreens.has(part)
  if (!file.includes('.long.test.')) return false
  return withModels.test(file) || withNodes.test(fs.readFileSync(file, 'utf8'))
}

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ file: string, passed: number, failed: number, again: () => Promise<Outcome> }} BrokenFile
 */

/**
 * Runs each file by itself, so many at a time, and keeps which of them failed.
 *
 * @param {readonly string[]} files
 * @param {(file: string) => Promise<Outcome>} run
 * @param {{ atOnce: number, mayTryAgain: (file: string) => boolean, again: (file: string) => Promise<Outcome> }} how
 *   `again` runs a file that failed when all others have ended
 * @returns {Promise<Outcome & { broken: BrokenFile[] }>}
 */
export async function runEach(files, run, { atOnce, mayTryAgain, again }) {
  const sum = { passed: 0, failed: 0, output: '', broken: [] }
  const waiting = [...files]
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { passed, failed, output } = await run(file)
      sum.passed += passed
      sum.failed += failed
      sum.output += output === '' ? '' : `${output.trimEnd()}\n`
      if (failed > 0 && mayTryAgain(file)) {
        sum.broken.push({ file, passed, failed, again: () => again(file) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return sum
}

/**
 * Plays the files that failed once more, each alone, unless something else failed too or they are too
 * many. Gives what to add to the counts of the first try.
 *
 * @param {readonly { failed: number, broken?: BrokenFile[] }[]} results of all parts
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function secondTries(results, say) {
  const broken = results.flatMap((result) => result.broken ?? [])
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const failedInBroken = broken.reduce((sum, file) => sum + file.failed, 0)
  const change = { passed: 0, failed: 0 }
  if (failed > failedInBroken || broken.length > secondTriesMax) return change
  for (const first of broken) {
    const second = await first.again()
    if (second.output !== '') say(second.output.trimEnd())
    change.passed += second.passed - first.passed
    change.failed += second.failed - first.failed
    const file = path.relative(process.cwd(), first.file)
    say(second.failed > 0 ? `  failed twice: ${file}` : `  flaky, passed alone: ${file}`)
  }
  return change
}
