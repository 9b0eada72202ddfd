/**
 * Long proofs, such as a kill at every message, run in slices: one in each run, all over as many runs as there are
 * slices. The commit chooses the slice, so that a run can be repeated and a failure belongs to a commit.
 */
import { execFileSync } from 'node:child_process'
import { root } from '../steps.mjs'
import { Trouble } from '../trouble.mjs'

/** How many runs a rotation takes. */
export const sliceCount = 20
/** Where tests read the slice: `3/20`, or `all`. */
export const sliceVariable = 'TUKAR_SLICE'

/**
 * The slice of a run: `wanted` if given, all of them with TUKAR_PROOF=full, else the one of the commit.
 *
 * @param {string | undefined} wanted a number from 0 on
 * @returns {{ slice: string, why: string }}
 */
export function chooseSlice(wanted, environment = process.env) {
  if (wanted !== undefined) return { slice: numberOf(wanted), why: 'asked for' }
  if (environment['TUKAR_PROOF'] === 'full') return { slice: 'all', why: 'TUKAR_PROOF=full' }
  const commit = currentCommit()
  if (commit === null) return { slice: `0/${sliceCount}`, why: 'there is no commit here' }
  return { slice: sliceOfCommit(commit), why: `commit ${commit.slice(0, 8)}` }
}

/** The slice that a commit runs, by the first digits of its hash. */
export function sliceOfCommit(commit) {
  return `${Number.parseInt(commit.slice(0, 8), 16) % sliceCount}/${sliceCount}`
}

/** The seed of a slice's random cases; another one for each slice. */
export function seedOf(slice = `0/${sliceCount}`) {
  return Number.parseInt(slice, 10) + 1 || sliceCount + 1
}

function numberOf(wanted) {
  const slice = Number(wanted)
  if (Number.isInteger(slice) && slice >= 0 && slice < sliceCount) return `${slice}/${sliceCount}`
  throw new Trouble(`A slice is a number from 0 to ${sliceCount - 1}, not ${wanted}.`)
}

function currentCommit() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim()
  } catch {
    return null
  }
}
