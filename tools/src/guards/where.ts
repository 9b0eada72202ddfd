/** Paths in documents: the table "Where is …?" of ARCHITECTURE.md, and each path in code marks. */
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

/** What happened, and generated files: their paths are those of their time, or are written by a program. */
const aside = /^(?:CHANGELOG\.md$|docs\/(?:measured|reference)\/)/

/** A document names files by their path, or by the end of it: `custody/kept-fees.ts`. */
export const pathsGuard: Guard = {
  name: 'paths',
  check(tree) {
    const endings = new Set(tree.files.flatMap(endingsOf))
    return tree.files
      .filter((document) => document.endsWith('.md') && !aside.test(document))
      .flatMap((document) =>
        [...tree.read(document).matchAll(/`(?:\.\/)?([\w./-]+\.(?:tsx?|mjs|css|sql))`/g)]
          .map(([, path = '']) => path)
          .filter((path) => !endings.has(path))
          .map((path) => ({ file: document, message: `names ${path}, which does not exist` })),
      )
  },
}

/** The path of a file and all its endings: `a/b.ts` and `b.ts`. */
function endingsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}
