/**
 * Replaces React's JSX functions by those of `src/foreign/jsx-runtime.ts` in the whole bundle, libraries
 * included. Then translators and extensions may replace any text of the page (ADR 0031).
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const runtime = fileURLToPath(new URL('../src/foreign/jsx-runtime.ts', import.meta.url))

/** Returns the Vite plugin. Our JSX runtime still imports React's own JSX functions. */
export function textElements(): Plugin {
  return {
    name: 'tukar-text-elements',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'react/jsx-runtime' || importer === runtime) return null
      return runtime
    },
  }
}
