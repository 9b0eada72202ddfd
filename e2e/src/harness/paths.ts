/** Where things lie, seen from the compiled test files. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The root of the repository. */
export const root = findRoot(import.meta.dirname)

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package-lock.json'))) return from
  return findRoot(path.dirname(from))
}

/** The compiled entry of the server: what `npm start` runs after it has built. */
export const serverEntry = path.join(root, 'apps/server/dist/run.js')

/** What `npm start` runs: it installs and builds what is missing, then starts the server. */
export const npmStartEntry = path.join(root, 'launch/start.mjs')

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
