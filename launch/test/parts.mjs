/** The parts of `npm test`: what each runs, and how it counts. */
import path from 'node:path'
import { compile } from '../build.mjs'
import { root, runProgram } from '../steps.mjs'
import { isLong } from './plan.mjs'

/**
 * @typedef {import('./measure.mjs').FileCost} FileCost
 * @typedef {{ passed: number, failed: number, output: string, files?: FileCost[] }} Outcome
 */

const bin = (name) => path.join(root, 'node_modules/.bin', name)
const reporter = path.join(root, 'launch/test/reporter.mjs')
const fileRunner = path.join(root, 'launch/test/files.mjs')
/** A group that takes longer hangs: over twice the longest time on a busy machine. */
const groupLimitMs = 1_800_000
const longGroupLimitMs = 5_400_000
/** How much output of a process with a failed test is printed. */
const outputMax = 60_000

/** Lint uses types. A comment that disables a rule without need is an error. */
const lintOptions = ['--type-aware', '--report-unused-disable-directives-severity=error']

/** Compiles everything, including tests and tools. */
export async function checkTypes() {
  const { code, output } = await compile(['tsconfig.json', 'tsconfig.test.json'])
  return countedOnce(code, output)
}

/** The checks of sources by name. */
export const checks = {
  guards: async () => summarized(await runProgram(process.execPath, ['tools/dist/guards/run.js'])),
  lint: () => checkWith(bin('oxlint'), lintOptions),
  format: () => checkWith(bin('biome'), ['format', '.']),
}

async function checkWith(file, parameters) {
  const { code, output } = await runProgram(file, parameters)
  return countedOnce(code, output)
}

function countedOnce(code, output) {
  return code === 0 ? { passed: 1, failed: 0, output: '' } : { passed: 0, failed: 1, output }
}

/**
 * Runs test files in one process, with `settings` in its environment. A file that was not compiled is a failure.
 *
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} settings
 * @returns {Promise<Outcome>}
 */
export async function runTests(files, settings = {}) {
  const parameters = [`--test-reporter=${reporter}`, fileRunner, ...files]
  const env = { ...process.env, ...settings }
  const timeoutMs = files.some(isLong) ? longGroupLimitMs : groupLimitMs
  return summarized(await runProgram(process.execPath, parameters, { env, timeoutMs }))
}

/** Parses the JSON of the last line. A program without it has failed. */
function summarized({ code, output }) {
  const lines = output.trimEnd().split('\n')
  const summary = summaryIn(lines.at(-1) ?? '')
  if (summary === null) return { passed: 0, failed: 1, output }
  const { passed, failed, files = [] } = summary
  const said = lines.slice(0, -1).join('\n').slice(-outputMax)
  if (passed + failed === 0) return { passed, failed: 1, output: `${said}\nno test ran`, files }
  const isSilent = code !== 0 && failed === 0
  return {
    passed,
    failed: isSilent ? 1 : failed,
    output: failed > 0 || isSilent ? said : '',
    files,
  }
}

function summaryIn(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
