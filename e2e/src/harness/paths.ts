/** Paths of the repository, seen from the compiled test files. */
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

/** Node's options and the file of `npm start`, which installs and builds, and then becomes the server. */
export const npmStart = [...nodeOptions, path.join(root, startWords.at(-1) ?? '')]

/**
 * Starts only the server, with the Node options of the product. Uses the bundle if `npm test` made one. A
 * test file that runs alone starts the compiled code, which is never older than the sources.
 */
export const serverStart = [
  ...nodeOptions,
  process.env['TUKAR_TEST_SERVER'] ?? path.join(root, 'apps/server/dist/run.js'),
]

/** The built file of a source of the web app, as the page requests it. */
export function builtFile(source: string): string {
  const manifest = path.join(root, 'apps/web/dist/.vite/manifest.json')
  const files: Readonly<Record<string, { readonly file: string } | undefined>> = JSON.parse(
    readFileSync(manifest, 'utf8'),
  )
  const entry = files[source]
  if (entry === undefined) throw new Error(`the web app has no ${source}`)
  return entry.file
}

/** Where a failed test saves its evidence. */
export const resultsFolder = path.join(root, 'test-results')

/** A folder that survives between runs and may be deleted at any time. */
export function cacheFolder(name: string): string {
  const folder = path.join(root, '.cache', name)
  mkdirSync(folder, { recursive: true })
  return folder
}
