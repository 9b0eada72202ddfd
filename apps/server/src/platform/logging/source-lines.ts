/**
 * Traces name the source and its line, not a line of the bundle that the server runs from. `launch/bundle-server.mjs`
 * writes beside each bundle where its lines come from; that is read when the first trace of it is.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** For each line of a bundle two numbers: its file, counted from 1 in `files`, and the line there; 0 for none. */
export type BundleLines = { readonly files: readonly string[]; readonly lines: readonly number[] }

/** Reads what lies beside a bundle; null where nothing does. */
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

/** A trace with each place in a bundle replaced by the source's; what no bundle has stays. */
export function atSources(trace: string, linesOf: ReadLines = readLines): string {
  return trace.replaceAll(placePattern, (place: string, bundle: string, line: string) => {
    const known = linesOf(bundle)
    const at = 2 * (Number(line) - 1)
    const file = known?.files[(known.lines[at] ?? 0) - 1]
    return file === undefined ? place : `${file}:${known?.lines[at + 1]}`
  })
}

/** Makes the trace of an error name the sources, for whoever prints it next. */
export function nameSources(error: Error, linesOf: ReadLines = readLines): void {
  error.stack = atSources(error.stack ?? String(error), linesOf)
}
