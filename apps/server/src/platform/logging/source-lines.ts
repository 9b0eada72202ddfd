/**
 * Makes stack traces name the source and its line instead of the bundle's. `launch/bundle-server.mjs` writes
 * a line map beside each bundle, which is loaded with the first trace.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Two numbers for each line of a bundle: its file, as an index from 1 in `files`, and the line in that file;
 * 0 for none.
 */
export type BundleLines = { readonly files: readonly string[]; readonly lines: readonly number[] }

/** Reads the line map of a bundle; null if there is none. */
export type ReadLines = (bundle: string) => BundleLines | null

const placePattern = /(file:\/\/[^\s()]+?\.js):(\d+):(\d+)/g
const read = new Map<string, BundleLines | null>()

function readLines(bundle: string): BundleLines | null {
  let found = read.get(bundle)
  if (found === undefined) {
    try {
      const lines: BundleLines = JSON.parse(
        readFileSync(`${fileURLToPath(bundle)}.lines.json`, 'utf8'),
      )
      found = lines
    } catch {
      // It runs as it was compiled.
      found = null
    }
    read.set(bundle, found)
  }
  return found
}

/** Replaces each position in a bundle by that of the source; other positions are unchanged. */
export function atSources(trace: string, linesOf: ReadLines = readLines): string {
  return trace.replaceAll(placePattern, (place: string, bundle: string, line: string) => {
    const known = linesOf(bundle)
    const at = 2 * (Number(line) - 1)
    const file = known?.files[(known.lines[at] ?? 0) - 1]
    return file === undefined ? place : `${file}:${known?.lines[at + 1]}`
  })
}

/** Makes the stack trace of an error name the sources. */
export function nameSources(error: Error, linesOf: ReadLines = readLines): void {
  error.stack = atSources(error.stack ?? String(error), linesOf)
}
