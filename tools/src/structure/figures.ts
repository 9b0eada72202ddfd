/** Figures about the structure of the tree, with their goals. */
import path from 'node:path'
import { citations, definedRules } from '../docs/rules.ts'
import { findImports } from '../guards/syntax.ts'
import { isSource, isTesting, type Tree } from '../guards/tree.ts'
import { placesIn } from '../guards/where.ts'
import { countedIn } from '../guards/words.ts'

export type Figure = {
  readonly name: string
  readonly value: number
  /** The goal; null if there is none. */
  readonly goal: number | null
  /** The worst value allowed: the last one measured; null if there is none. */
  readonly floor: number | null
  readonly isMoreBetter?: boolean
}

/** The last values. An improved one is updated here; none is ever relaxed. */
const floors = {
  shortFiles: 42,
  readers: 0,
  undefinedRules: 0,
  upwardImports: 19,
  featureImports: 201,
  largestFolder: 41,
  unpreparedFiles: 8,
  untestedErrors: 54,
  behaviors: 47,
}

const shortLines = 60
const webPart = 'apps/web/src/'
/** Folders of the web app that features may import, and the one that imports features. */
const webBase = new Set(['api', 'base', 'feed', 'foreign', 'router', 'theme', 'ui'])
const webTop = new Set(['app', 'main.tsx'])

/** All figures of a tree. */
export function computeFigures(tree: Tree): readonly Figure[] {
  const production = tree.files.filter(
    (file) => isSource(file) && !isTesting(file) && /^(?:apps|packages)\//.test(file),
  )
  return [
    ...sizeFigures(tree, production),
    ...contractFigures(tree, production),
    ...webFigures(tree, production),
    ...listFigures(tree),
  ]
}

function sizeFigures(tree: Tree, production: readonly string[]): readonly Figure[] {
  const isShort = (file: string): boolean => linesIn(tree.read(file)) <= shortLines
  const short = production.filter(isShort).length
  const css = tree.files.filter((file) => file.endsWith('.css'))
  return [
    plain('production lines, TypeScript', countLines(tree, production)),
    plain('production lines, CSS', countLines(tree, css)),
    {
      name: `files of at most ${shortLines} lines, percent`,
      value: Math.floor((short * 100) / Math.max(production.length, 1)),
      goal: 25,
      floor: floors.shortFiles,
    },
    {
      name: 'files of the largest folder',
      value: largestFolder(tree),
      goal: 25,
      floor: floors.largestFolder,
    },
  ]
}

function contractFigures(tree: Tree, production: readonly string[]): readonly Figure[] {
  const readers = production.filter((file) => /^apps\/web\/.*reading\.tsx?$/.test(file))
  return [
    {
      name: 'hand-written readers of answers',
      value: readers.length,
      goal: 0,
      floor: floors.readers,
    },
    plain('lines of hand-written readers', countLines(tree, readers)),
    {
      name: 'ids of rules that are cited and not defined',
      value: undefinedRules(tree),
      goal: 0,
      floor: floors.undefinedRules,
    },
  ]
}

function webFigures(tree: Tree, production: readonly string[]): readonly Figure[] {
  const { upward, between } = webImports(tree, production)
  return [
    {
      name: 'imports of features by what is below them, web app',
      value: upward,
      goal: 0,
      floor: floors.upwardImports,
    },
    {
      name: 'imports between features of the web app',
      value: between,
      goal: 60,
      floor: floors.featureImports,
    },
  ]
}

const statementsFile = 'apps/server/src/testing/statements/statements.test.ts'
const errorsFile = 'tools/src/guards/errors.ts'

function listFigures(tree: Tree): readonly Figure[] {
  return [
    // The guard `words` enforces each of them.
    ...countedIn(tree).map(({ word, count }) => plain(`"${word}"`, count)),
    {
      name: 'files with statements that are not prepared',
      value: listed(tree, statementsFile, /^ +\[?'[^ ']+\.ts'/gm, 'untold'),
      goal: 0,
      floor: floors.unpreparedFiles,
    },
    {
      name: 'errors that no test names',
      value: listed(tree, errorsFile, /^ {2}'[a-z_]+\.[a-z_]+',$/gm, 'untestedNow'),
      goal: 0,
      floor: floors.untestedErrors,
    },
    {
      name: 'behaviors with their place in ARCHITECTURE.md',
      value: placesIn(tree).length,
      goal: 40,
      floor: floors.behaviors,
      isMoreBetter: true,
    },
  ]
}

/** Whether a figure is worse than its floor. */
export function isWorse({ value, floor, isMoreBetter = false }: Figure): boolean {
  if (floor === null) return false
  return isMoreBetter ? value < floor : value > floor
}

function plain(name: string, value: number): Figure {
  return { name, value, goal: null, floor: null }
}

function countLines(tree: Tree, files: readonly string[]): number {
  return files.reduce((total, file) => total + linesIn(tree.read(file)), 0)
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}

function undefinedRules(tree: Tree): number {
  const defined = new Set(definedRules(tree).map(({ id }) => id))
  return [...citations(tree).keys()].filter((id) => !defined.has(id)).length
}

/** Imports of the web app that go up a layer, and those from one feature to another. */
function webImports(
  tree: Tree,
  production: readonly string[],
): { readonly upward: number; readonly between: number } {
  let upward = 0
  let between = 0
  for (const file of production.filter((one) => one.startsWith(webPart))) {
    const own = findPart(file)
    for (const { from } of findImports(file, tree.read(file))) {
      if (!from.startsWith('.')) continue
      const other = findPart(path.posix.join(path.posix.dirname(file), from))
      if (other === own) continue
      if (findLevel(own) === 0 && findLevel(other) > 0) upward += 1
      else if (findLevel(own) === 1 && findLevel(other) === 1) between += 1
    }
  }
  return { upward, between }
}

function findPart(file: string): string {
  return file.slice(webPart.length).split('/')[0] ?? ''
}

function findLevel(part: string): number {
  if (webBase.has(part)) return 0
  return webTop.has(part) ? 2 : 1
}

function largestFolder(tree: Tree): number {
  const counts = new Map<string, number>()
  for (const file of tree.files.filter(isSource)) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** How many lines of a named list in a source begin an entry. */
function listed(tree: Tree, file: string, entry: RegExp, name: string): number {
  if (!tree.files.includes(file)) return 0
  const text = tree.read(file)
  const list = text.slice(text.indexOf(`const ${name}`)).split(/^\]\)?$/m)[0] ?? ''
  return list.match(entry)?.length ?? 0
}
