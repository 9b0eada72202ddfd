/** The parts of `npm test`: what each runs, and how it counts. */
import fs from 'node:fs'
import path from 'node:path'
import { compile, filesBelow } from './build.mjs'
import { root, runProgram } from './steps.mjs'

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Part
 */

const bin = (name) => path.join(root, 'node_modules/.bin', name)
const reporter = path.join(root, 'launch/test-reporter.mjs')
const fileRunner = path.join(root, 'launch/test-files.mjs')
/** How long one file may take before it counts as hanging: over twice what the longest takes on a busy machine. */
const fileMs = 1_800_000
const longFileMs = 5_400_000
/** How much is shown of what a process said in which a test failed. */
const saidMax = 60_000
const launchTests = path.join(root, 'launch/launch.test.mjs')
/** The verifier's one long file comes before those of the server, so that no core waits for it. */
const projectFolders = [
  'packages/money',
  'packages/core',
  'packages/wire',
  'packages/i18n',
  'apps/verifier',
  'apps/server',
  'apps/signer',
  'apps/chains',
  'apps/web',
  'tools',
  'e2e',
]

/**
 * Projects whose unit tests share one process each: to load what they prove takes longer than to prove it.
 * The core's are long, so they are spread over the cores.
 */
const inOneProcess = ['packages/money', 'packages/wire', 'packages/i18n', 'apps/server', 'apps/web']

/** What a file sets up for all of its tests would be there for those of others: such a file runs alone. */
const setsUp =
  /\b(?:before|after)(?:Each)?\b[^}]*\} from 'node:test'|\bglobalThis\b|\bprocess\.env\b/

/** Where a test file that sets something up counts as integration. */
const withProcesses = ['apps/server', 'apps/verifier', 'apps/chains', 'apps/signer']

/** With its types, and no comment may switch off a rule that finds nothing there. */
const lintOptions = ['--type-aware', '--report-unused-disable-directives-severity=error']

/** Compiles everything, tests and tools too. */
export const types = { name: 'types', run: checkTypes }
/** Which parts there are besides those made of test files. */
export const checks = [
  { name: 'lint', run: () => checkWith(bin('oxlint'), lintOptions) },
  { name: 'format', run: () => checkWith(bin('biome'), ['format', '.']) },
  { name: 'guards', run: runGuards },
]

async function checkTypes() {
  const { code, output } = await compile(['tsconfig.json', 'tsconfig.test.json'])
  return countedOnce(code, output)
}

async function checkWith(file, parameters) {
  const { code, output } = await runProgram(file, parameters)
  return countedOnce(code, output)
}

function countedOnce(code, output) {
  return code === 0 ? { passed: 1, failed: 0, output: '' } : { passed: 0, failed: 1, output }
}

async function runGuards() {
  return summarized(await runProgram(process.execPath, ['tools/dist/guards/run.js']))
}

/**
 * All compiled test files, by the part that they belong to: unit, integration (those of the server with
 * a database or an engine, those of other processes with theirs), and for e2e the name of their folder.
 * Files of one group share a process.
 *
 * @param {boolean} isLong the `*.long.test.ts` alone, or all others
 * @returns {Map<string, string[][]>}
 */
export function testGroups(isLong) {
  const parts = new Map(isLong ? [] : [['unit', [[launchTests]]]])
  for (const project of projectFolders) {
    const together = []
    for (const source of testSources(project, isLong)) {
      const part = partOf(project, source)
      const groups = parts.get(part) ?? []
      const file = compiledOf(project, source)
      parts.set(part, groups)
      if (!mayShare(project, part, source)) groups.push([file])
      else if (together.push(file) === 1) groups.push(together)
    }
  }
  return parts
}

function mayShare(project, part, source) {
  return (
    part === 'unit' && inOneProcess.includes(project) && !setsUp.test(readSource(project, source))
  )
}

function testSources(project, isLong) {
  const folder = path.join(root, project, 'src')
  if (!fs.existsSync(folder)) return []
  return filesBelow(folder)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => /\.long\.test\./.test(file) === isLong)
    .map((file) => path.relative(folder, file))
}

function partOf(project, source) {
  if (project === 'e2e') return source.split(path.sep)[0]
  if (!withProcesses.includes(project)) return 'unit'
  return /from '[^']*\/testing\//.test(readSource(project, source)) ? 'integration' : 'unit'
}

function readSource(project, source) {
  return fs.readFileSync(path.join(root, project, 'src', source), 'utf8')
}

function compiledOf(project, source) {
  const output = project === 'apps/web' ? '.cache/test' : 'dist'
  return path.join(root, project, output, source.replace(/\.tsx?$/, '.js'))
}

/**
 * Runs test files in a process of their own, with `settings` in its environment; a file that was not
 * compiled is a failure.
 */
export async function runTests(files, settings = {}) {
  const isLong = files.some((file) => file.includes('.long.test.'))
  const parameters = [`--test-reporter=${reporter}`, fileRunner, ...files]
  const env = { ...process.env, ...settings }
  const timeoutMs = isLong ? longFileMs : fileMs
  return summarized(await runProgram(process.execPath, parameters, { env, timeoutMs }))
}

/** Reads the JSON of the last line; a program that did not get there has failed. */
function summarized({ code, output }) {
  const lines = output.trimEnd().split('\n')
  const summary = summaryIn(lines.at(-1) ?? '')
  if (summary === null) return { passed: 0, failed: 1, output }
  const { passed, failed } = summary
  const said = lines.slice(0, -1).join('\n').slice(-saidMax)
  if (passed + failed === 0) return { passed, failed: 1, output: `${said}\nno test ran` }
  const isSilent = code !== 0 && failed === 0
  return { passed, failed: isSilent ? 1 : failed, output: failed > 0 || isSilent ? said : '' }
}

function summaryIn(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
