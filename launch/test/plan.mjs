/**
 * The test files, the part of each, and which of them share a process. Loading the code costs more than most
 * tests, so files of one project share processes; `files.mjs` separates their hooks.
 */
import fs from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../build.mjs'
import { root } from '../steps.mjs'

/**
 * @typedef {{ part: string, files: string[], expectedMs: number }} Group compiled files that share a process
 */

const launchTests = [
  'launch/launch.test.mjs',
  'launch/bundle-server.test.mjs',
  'launch/test/runner.test.mjs',
  'launch/test/changed.test.mjs',
]
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

/** In these projects a test file that uses a `testing` folder starts programs, and counts as integration. */
const withProcesses = new Set(['apps/server', 'apps/verifier', 'apps/chains', 'apps/signer'])
/** A file that changes or measures a whole process must not share it. */
const changesProcess = /\bglobalThis\b|\bprocess\.env\b|\bprocess\.chdir\b|\bmemoryUsage\b/
const usesTesting = /from '[^']*\/testing\//
/** A test file of the server that serves the built web app. */
const usesPages = /from '[^']*\/web-folder\.ts'/
/** The expected time per process, so that no worker waits long for another at the end. */
const groupMs = 30_000
/** The assumed cost of a file that no run has measured yet. */
const unknownMs = 5_000
export const measuredFile = path.join(root, 'docs/measured/tests.json')

/**
 * All test sources of the projects, relative to the root.
 *
 * @param {'short' | 'long'} run only the `*.long.test.ts`, or all others
 */
export function testSources(run) {
  const sources = projectFolders.flatMap((project) => {
    const folder = path.join(root, project, 'src')
    return filesBelow(folder)
      .filter((file) => /\.test\.tsx?$/.test(file))
      .filter((file) => isLong(file) === (run === 'long'))
      .map((file) => path.relative(root, file))
  })
  return run === 'long' ? sources : [...launchTests, ...sources]
}

export const isLong = (file) => /\.long\.test\./.test(file)

/**
 * Groups of test sources.
 *
 * @param {readonly string[]} sources
 * @param {Readonly<Record<string, number>>} measured elapsed milliseconds by source
 * @returns {Group[]}
 */
export function groupsOf(sources, measured = readMeasured()) {
  const groups = []
  /** The group that takes the next file, by part and project. */
  const open = new Map()
  for (const source of sources) {
    const text = fs.readFileSync(path.join(root, source), 'utf8')
    const part = partOf(source, text)
    const key = changesProcess.test(text) ? source : `${part} ${projectOf(source)}`
    let group = open.get(key)
    if (group === undefined || group.expectedMs >= groupMs) {
      group = { part, files: [], expectedMs: 0 }
      open.set(key, group)
      groups.push(group)
    }
    group.files.push(compiledOf(source))
    group.expectedMs += measured[source] ?? unknownMs
  }
  return groups
}

/** Elapsed milliseconds of each test source in the stored measured run; empty without one. */
export function readMeasured() {
  if (!fs.existsSync(measuredFile)) return {}
  const { files } = JSON.parse(fs.readFileSync(measuredFile, 'utf8'))
  return Object.fromEntries(files.map(({ file, elapsedMs }) => [file, elapsedMs]))
}

/** The source of a compiled test file, relative to the root. */
export function sourceOf(compiled) {
  const file = path.relative(root, compiled)
  const project = projectOf(file)
  if (project === undefined) return file
  const below = path.relative(outputOf(project), file).replace(/\.js$/, '')
  const source = path.join(project, 'src', below)
  return fs.existsSync(path.join(root, `${source}.tsx`)) ? `${source}.tsx` : `${source}.ts`
}

function partOf(source, text) {
  const project = projectOf(source)
  if (project === 'e2e') return source.split('/')[2]
  if (usesPages.test(text)) return 'pages'
  return withProcesses.has(project) && usesTesting.test(text) ? 'integration' : 'unit'
}

const projectOf = (file) => projectFolders.find((project) => file.startsWith(`${project}/`))
const outputOf = (project) => path.join(project, project === 'apps/web' ? '.cache/test' : 'dist')

/** The compiled file of a test source, absolute. */
export function compiledOf(source) {
  const project = projectOf(source)
  if (project === undefined) return path.join(root, source)
  const below = path.relative(path.join(project, 'src'), source).replace(/\.tsx?$/, '.js')
  return path.join(root, outputOf(project), below)
}
