/**
 * Long proofs, such as a kill at every message, run in slices: one in each run, all over as many commits in a row as
 * there are slices. The commit's number chooses the slice and its hash the random cases, so that a run can be repeated
 * and a failure belongs to a commit.
 */
import { execFileSync } from 'node:child_process'
import { root } from '../steps.mjs'
import { Trouble } from '../trouble.mjs'

/** How many slices make a whole rotation. */
export const sliceCount = 40
/** Where tests read the slice: `3/40`, or `all`. */
export const sliceVariable = 'TUKAR_SLICE'
/** The variable with the seed of random cases. */
export const seedVariable = 'TUKAR_SEED'

/**
 * @typedef {{ hash: string, number: number }} Commit `number`: how many commits lead to it
 */

/**
 * The slice of a run: `wanted` if given, all of them with TUKAR_PROOF=full, else the one of the commit.
 *
 * @param {string | undefined} wanted a number from 0 on
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {Commit | null} commit
 * @returns {{ slice: string, seed: string, why: string }}
 */
export function chooseSlice(wanted, environment = process.env, commit = currentCommit()) {
  const seed = environment[seedVariable] ?? seedOf(commit)
  if (wanted !== undefined) return { slice: numberOf(wanted), seed, why: 'asked for' }
  if (environment['TUKAR_PROOF'] === 'full') return { slice: 'all', seed, why: 'TUKAR_PROOF=full' }
  if (commit === null) return { slice: numberOf('0'), seed, why: 'there is no commit here' }
  const slice = numberOf(commit.number % sliceCount)
  return { slice, seed, why: `commit ${commit.hash.slice(0, 8)}` }
}

function seedOf(commit) {
  return String(commit === null ? 1 : Number.parseInt(commit.hash.slice(0, 7), 16) + 1)
}

function numberOf(wanted) {
  const slice = Number(wanted)
  if (Number.isInteger(slice) && slice >= 0 && slice < sliceCount) return `${slice}/${sliceCount}`
  throw new Trouble(`A slice is a number from 0 to ${sliceCount - 1}, not ${wanted}.`)
}

/** The commit of the checkout, or null outside of one. */
export function currentCommit() {
  try {
    const hash = git(['rev-parse', 'HEAD'])
    return { hash, number: Number(git(['rev-list', '--count', 'HEAD'])) }
  } catch {
    return null
  }
}

function git(parameters) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  return execFileSync('git', parameters, options).trim()
}
