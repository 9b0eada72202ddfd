/** The table "Where is …?" of ARCHITECTURE.md: each behavior with at most two files, which are there. */
import type { Finding, Guard, Tree } from './tree.ts'

const file = 'ARCHITECTURE.md'
const heading = '## Where is …?'
const pathsMax = 2
/** Fewer were not the table. */
export const behaviorsMin = 40

export type Place = { readonly behavior: string; readonly paths: readonly string[] }

/** The rows of the table. */
export function placesIn(tree: Tree): readonly Place[] {
  if (!tree.files.includes(file)) return []
  const [, table = ''] = tree.read(file).split(`${heading}\n`)
  return table
    .split('\n')
    .map((line) => /^\| ([^|]+) \| ([^|]*`[^|]*) \|$/.exec(line))
    .flatMap((row) => {
      const [, behavior, cell] = row ?? []
      if (behavior === undefined || cell === undefined) return []
      return [{ behavior, paths: [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }]
    })
}

export const whereGuard: Guard = {
  name: 'where',
  check(tree) {
    const places = placesIn(tree)
    const known = new Set(tree.files)
    const findings: Finding[] = places.flatMap(({ behavior, paths }) => [
      ...paths
        .filter((path) => !known.has(path))
        .map((path) => ({ file, message: `${behavior}: ${path} is not there` })),
      ...(paths.length > pathsMax
        ? [{ file, message: `${behavior}: ${paths.length} paths, at most ${pathsMax}` }]
        : []),
    ])
    if (places.length >= behaviorsMin) return findings
    const few = `${places.length} behaviors, ${behaviorsMin} are the least there can be`
    return [...findings, { file, message: few }]
  },
}
