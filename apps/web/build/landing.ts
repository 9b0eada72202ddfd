/**
 * Builds the guests' landing page separately: the same components, rendered by Preact and without the router.
 * A visitor loads a quarter of the app's script (ADR 0039).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Manifest, type Plugin } from 'vite'

const source = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

const entry = 'src/landing/main.tsx'
const manifestFile = '.vite/landing.json'
const runtime = source('landing/jsx-runtime.ts')
const instead = new Map([
  ['react', 'preact/compat'],
  ['react-dom', 'preact/compat'],
  ['react-dom/client', 'preact/compat/client'],
])
/** Modules that only signed-in users see, so the landing page never shows them. */
const appAlone = /\/(?:own-actions|suspension-bar|identity-note|modal-host)\.tsx$/
/** The app's router. */
const appRoutes = /\/(?:router\/(?:link\.tsx|state\.ts)|outlet\.tsx)$/

/** Replaces libraries for the landing page, and replaces app-only modules by nothing. */
function landingModules(): Plugin {
  return {
    name: 'tukar-landing-modules',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (appAlone.test(id)) return source('landing/app-alone.tsx')
      if (appRoutes.test(id)) return source('landing/plain-routes.tsx')
      if (id === 'react/jsx-runtime') {
        const isOurs = /\/(?:foreign|landing)\/jsx-runtime\.ts$/.test(importer ?? '')
        return isOurs ? this.resolve('preact/jsx-runtime', importer) : runtime
      }
      const library = instead.get(id)
      return library === undefined ? null : this.resolve(library, importer)
    },
  }
}

/** The files that the document loads: the entry, its imports and its style sheets. */
export type LandingFiles = {
  readonly script: string
  readonly files: readonly string[]
  readonly styles: readonly string[]
}

/** Builds the landing page into a folder beside the app's files. */
export async function buildLanding(folder: string): Promise<LandingFiles> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [landingModules(), react()],
    publicDir: false,
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      manifest: manifestFile,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { landing: entry },
        output: { chunkFileNames: 'assets/[hash].js', assetFileNames: 'assets/[hash][extname]' },
      },
    },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vite has just written it
  const manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Manifest
  const chunks = [...closure(manifest, entry)].flatMap((key) => manifest[key] ?? [])
  return {
    script: manifest[entry]?.file ?? '',
    files: chunks.map(({ file }) => file),
    styles: chunks.flatMap(({ css = [] }) => css),
  }
}

function closure(manifest: Manifest, key: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, found)
  return found
}
