/** The folder of the built web app, and what of it others than its own pages use. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** There once the web app was built. */
export const webFolder = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../../../web/dist',
)

/** The path on this host of the app's font (woff2, all weights); null where the app is not built. */
export function webFontPath(): string | null {
  const assets = path.join(webFolder, 'assets')
  if (!existsSync(assets)) return null
  const font = readdirSync(assets).find((file) => file.endsWith('.woff2'))
  return font === undefined ? null : `/assets/${font}`
}
