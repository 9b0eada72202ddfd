/**
 * A second try for what drives programs of others: a browser, chain nodes, models that look at pictures. They share
 * few cores with all other parts. What proves money, matching and recovery with our own programs alone has no second
 * try: there a failure once is a failure.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'
import { isLong } from './plan.mjs'

/** More files than these are no accident. */
export const secondTriesMax = 3

/** Parts of e2e that look at screens. */
const onScreens = new Set([
  ...'stranger trading journey routes identity coins accounts desk shell rupiah'.split(' '),
  ...'listing statements desk-content desk-users desk-roles desk-rules'.split(' '),
])
/** Programs of others beside a test file of the long integration: real chain nodes, the verifier's models. */
const withNodes = /from '[^']*(?:chain-nodes\/testing\/|\/testing\/nodes\.ts')/

/** Whether a test source of a part runs once more when it fails. */
export function hasSecondTry(part, source) {
  if (part !== 'integration') return onScreens.has(part)
  if (!isLong(source)) return false
  if (source.startsWith('apps/verifier/')) return true
  return withNodes.test(fs.readFileSync(path.join(root, source), 'utf8'))
}

/**
 * @typedef {{ part: string, file: string, tests: number, failed: number }} BrokenFile `file` is the source
 */

/**
 * Runs the files that failed once more, each alone, unless something else failed too or they are too many. Returns
 * what to add to the counts of the first try.
 *
 * @param {readonly BrokenFile[]} broken
 * @param {number} failed all failures of the run
 * @param {(file: string) => Promise<{ passed: number, failed: number, output: string }>} run
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function secondTries(broken, failed, run, say) {
  const mayTry = broken.filter(({ part, file }) => hasSecondTry(part, file))
  const failedInThem = mayTry.reduce((sum, one) => sum + one.failed, 0)
  const change = { passed: 0, failed: 0 }
  if (failed > failedInThem || mayTry.length > secondTriesMax) return change
  for (const first of mayTry) {
    const second = await run(first.file)
    if (second.output !== '') say(second.output.trimEnd())
    change.passed += second.passed - (first.tests - first.failed)
    change.failed += second.failed - first.failed
    say(
      second.failed > 0 ? `  failed twice: ${first.file}` : `  flaky, passed alone: ${first.file}`,
    )
  }
  return change
}
