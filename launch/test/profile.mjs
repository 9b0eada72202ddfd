/** The costs of a run, file by file: printed, and stored in docs/measured/tests.md and tests.json. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { duration, root } from '../steps.mjs'
import { measuredFile, sourceOf } from './plan.mjs'
import { currentCommit } from './slices.mjs'

/**
 * @typedef {import('./measure.mjs').FileCost & { part: string }} Row `file` is the source, or another cause
 * of the cost
 */

const pageFile = path.join(root, 'docs/measured/tests.md')
const partWidth = 14
const numberWidth = 9
/** More ids than these are counted, not named. */
const namedMax = 6

/** Rows of a group's files, by their sources. */
export function rowsOf(part, files) {
  return files.map((cost) => ({ ...cost, part, file: sourceOf(path.join(root, cost.file)) }))
}

/**
 * Prints the rows, slowest first, and writes both documents. Rows of files that this run did not execute
 * stay.
 *
 * @param {readonly Row[]} rows
 * @param {{ isLong: boolean, isWhole: boolean, elapsedMs: number, referenceMs: number, slice: string }} run a run of some
 *   parts keeps no time of its own
 * @param {(line: string) => void} print
 */
export function keepProfile(rows, run, print) {
  const kept = fs.existsSync(measuredFile) ? JSON.parse(fs.readFileSync(measuredFile, 'utf8')) : {}
  const fresh = new Map(rows.map((row) => [row.file, rounded(row)]))
  const others = (kept.files ?? []).filter(({ file }) => !fresh.has(file) && isThere(file))
  const files = [...others, ...fresh.values()].toSorted((a, b) => b.processorMs - a.processorMs)
  const name = run.isLong ? 'test:long' : 'test'
  const runs = run.isWhole ? { ...kept.runs, [name]: described(run) } : (kept.runs ?? {})
  fs.writeFileSync(measuredFile, `${JSON.stringify({ runs, files }, null, 1)}\n`)
  fs.writeFileSync(pageFile, page(runs, files))
  for (const row of [...fresh.values()].toSorted((a, b) => b.processorMs - a.processorMs)) {
    const numbers = [row.processorMs, row.elapsedMs].map((ms) => duration(ms).padStart(numberWidth))
    print(`  ${row.part.padEnd(partWidth)}${numbers.join('')}  ${row.file}`)
  }
}

const isThere = (file) => !/\.test\./.test(file) || fs.existsSync(path.join(root, file))

function rounded({ part, file, tests, elapsedMs, processorMs, ids }) {
  // The time of a detached program is not included.
  const [elapsed, processor] = [elapsedMs, processorMs].map(
    (ms) => Math.max(0, Math.round(ms / 100)) * 100,
  )
  return { part, file, tests, elapsedMs: elapsed, processorMs: processor, ids }
}

function described({ elapsedMs, referenceMs, slice }) {
  return {
    elapsedMs: Math.round(elapsedMs),
    referenceMs: Math.round(referenceMs),
    slice,
    machine: `${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.availableParallelism()} cores`,
    commit: currentCommit()?.hash.slice(0, 8) ?? 'none',
    date: new Date().toISOString().slice(0, 10),
  }
}

/** The ids that only one file proves, by file. */
export function provenAlone(files) {
  const count = new Map()
  for (const { ids } of files) for (const id of ids) count.set(id, (count.get(id) ?? 0) + 1)
  return new Map(files.map(({ file, ids }) => [file, ids.filter((id) => count.get(id) === 1)]))
}

function page(runs, files) {
  const alone = provenAlone(files)
  const seconds = (ms) => (ms / 1_000).toFixed(1)
  const sum = (of) => seconds(files.reduce((total, row) => total + row[of], 0))
  const lines = files.map(({ part, file, tests, elapsedMs, processorMs }) => {
    const waitingMs = Math.max(0, elapsedMs - processorMs)
    const cells = [file, part, tests, seconds(processorMs), seconds(elapsedMs), seconds(waitingMs)]
    return `| ${[...cells, named(alone.get(file) ?? [])].join(' | ')} |`
  })
  const ran = Object.entries(runs).map(
    ([name, { elapsedMs, referenceMs, slice, machine, commit, date }]) =>
      `| \`npm run ${name}\` | ${seconds(elapsedMs)} | ${referenceMs === undefined ? '' : seconds(referenceMs)} | ${slice} | ${machine} | ${commit}, ${date} |`,
  )
  return `# What the tests cost

Written by \`npm test -- --times\` and \`npm run test:long -- --times\`. Seconds of processor time are those of the test
process and of all programs that it started and saw end. Waiting is elapsed time less processor time: on busy cores it
includes waiting for a core. The last column names the rules that no other file's tests name. The reference is what a
fixed piece of work took each core, while all did it, just before the run: machines of one name differ by half.

| run | seconds | reference s | slice | machine | commit |
| --- | --- | --- | --- | --- | --- |
${ran.join('\n')}

| file | part | tests | processor s | elapsed s | waiting s | proves alone |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
| all ${files.length} | | ${files.reduce((total, { tests }) => total + tests, 0)} | ${sum('processorMs')} | ${sum('elapsedMs')} | | |
`
}

function named(ids) {
  if (ids.length <= namedMax) return ids.join(' ')
  return `${ids.slice(0, namedMax).join(' ')} and ${ids.length - namedMax} more`
}
