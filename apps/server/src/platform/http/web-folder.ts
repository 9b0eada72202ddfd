/** The folder of the built web app, and the parts of it that other code uses. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Exists once the web app is built. */
export const webFolder = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../../../web/dist',
)

/** The path on this host of the app's font (woff2, all weights); null if the app is not built. */
export function webFontPath(): string | null {
  const assets = path.join(webFolder, 'assets')
  if (!existsSync(assets)) return null
  const font = readdirSync(assets).find((file) => file.endsWith('.woff2'))
  return font === undefined ? null : `/assets/${font}`
}

/** The header with which each answer names the build of this server's pages (ADR 0045). */
export const buildHeader = 'x-web-build'

/** The identity of the built pages: another build refers to other files. Null if the app is not built. */
export function buildOf(folder: string | null): string | null {
  const pages = ['index.html', 'executor.html'].map((file) => path.join(folder ?? '', file))
  if (folder === null || !pages.every((page) => existsSync(page))) return null
  const hash = createHash('sha256')
  for (const page of pages) hash.update(readFileSync(page))
  return hash.digest('base64url').slice(0, 16)
}
