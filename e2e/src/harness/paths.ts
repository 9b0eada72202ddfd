/** Where things lie, seen from the compiled test files. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The root of the repository. */
export const root = findRoot(import.meta.dirname)

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package-lock.json'))) return from
  return findRoot(path.dirname(from))
}

const { scripts }: { readonly scripts: { readonly start: string } } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
)
const startWords = scripts.start.split(' ')
const nodeOptions = startWords.slice(1, -1)

/** Node's options and the file that `npm start` runs: it installs and builds, then is the server. */
export const npmStart = [...nodeOptions, path.join(root, startWords.at(-1) ?? '')]

/**
 * The server alone, with the same options of Node: the bundle where `npm test` made one. A file that runs alone starts
 * what is compiled, which is never older than the sources.
 */
export const serverStart = [
  ...nodeOptions,
  process.env['TUKAR_TEST_SERVER'] ?? path.join(root, 'apps/server/dist/run.js'),
]

/** The file that a source of the web app was built into, as the page asks for it. */
export function builtFile(source: string): string {
  const manifest = path.join(root, 'apps/web/dist/.vite/manifest.json')
  const files: Readonly<Record<string, { readonly file: string } | undefined>> = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const entry = files[source]
  if (entry === undefined) throw new Error(`the web app has no ${source}`)
  return entry.file
}

/** Where a failed test leaves what a person needs to understand it. */
export const resultsFolder = path.join(root, 'test-results')

/** A folder that survives between runs and may be deleted at any time. */
export function cacheFolder(name: string): string {
  const folder = path.join(root, '.cache', name)
  mkdirSync(folder, { recursive: true })
  return folder
}
