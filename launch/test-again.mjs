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
 * @typedef {{ files: string[], passed: number, failed: number, again: () => Promise<Outcome> }} BrokenFiles
 */

/**
 * Runs each group of files by itself, so many at a time, and keeps which of them failed.
 *
 * @param {readonly string[][]} groups
 * @param {(files: string[]) => Promise<Outcome>} run
 * @param {{ atOnce: number, mayTryAgain: (files: string[]) => boolean, again: (files: string[]) => Promise<Outcome> }} how
 *   `again` runs a group that failed when all others have ended
 * @returns {Promise<Outcome & { broken: BrokenFiles[] }>}
 */
export async function runEach(groups, run, { atOnce, mayTryAgain, again }) {
  const sum = { passed: 0, failed: 0, output: '', broken: [] }
  const waiting = [...groups]
  const lane = async () => {
    for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) {
      const { passed, failed, output } = await run(files)
      sum.passed += passed
      sum.failed += failed
      sum.output += output === '' ? '' : `${output.trimEnd()}\n`
      if (failed > 0 && mayTryAgain(files)) {
        sum.broken.push({ files, passed, failed, again: () => again(files) })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return sum
}

/**
 * Plays the groups that failed once more, each alone, unless something else failed too or they are too
 * many. Gives what to add to the counts of the first try.
 *
 * @param {readonly { failed: number, broken?: BrokenFiles[] }[]} results of all parts
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function secondTries(results, say) {
  const broken = results.flatMap((result) => result.broken ?? [])
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const failedInBroken = broken.reduce((sum, one) => sum + one.failed, 0)
  const change = { passed: 0, failed: 0 }
  if (failed > failedInBroken || broken.length > secondTriesMax) return change
  for (const first of broken) {
    const second = await first.again()
    if (second.output !== '') say(second.output.trimEnd())
    change.passed += second.passed - first.passed
    change.failed += second.failed - first.failed
    const files = first.files.map((file) => path.relative(process.cwd(), file)).join(' ')
    say(second.failed > 0 ? `  failed twice: ${files}` : `  flaky, passed alone: ${files}`)
  }
  return change
}
