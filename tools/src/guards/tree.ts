/** The files that the guards check: the whole repository without generated and downloaded files. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Tree = {
  /** Paths from the root, with slashes, sorted. */
  readonly files: readonly string[]
  /** The text of one of the files. */
  read(file: string): string
}

export type Finding = { readonly file: string; readonly message: string }

/** A rule of the repository: its name and its check. */
export type Guard = {
  readonly name: string
  check(tree: Tree): readonly Finding[]
}

/** The root of the repository, seen from the compiled guards. */
export const root = path.resolve(import.meta.dirname, '../../..')

const made = new Set(['node_modules', 'dist', 'bundled', '.git', '.cache', 'data', 'test-results'])

/** The repository on disk. */
export function repositoryTree(): Tree {
  const files = filesBelow('').toSorted()
  return { files, read: (file) => readFileSync(path.join(root, file), 'utf8') }
}

/** A tree of a test: texts by path. */
export function treeOf(texts: Readonly<Record<string, string>>): Tree {
  return { files: Object.keys(texts).toSorted(), read: (file) => texts[file] ?? '' }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (made.has(entry.name)) return []
    const at = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(at)
    return entry.isFile() ? [at] : []
  })
}

/** Whether a file is TypeScript source of a workspace. */
export function isSource(file: string): boolean {
  return /^(?:packages|apps|tools|bench|e2e)\/.*\/?src\/.*\.tsx?$/.test(file)
}

/** Whether a file is a test, or in a folder that only tests import. */
export function isTesting(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file)
}
