/** Leftovers, addresses of registries, tests that do not run. */
import path from 'node:path'
import { type Finding, type Guard, isSource, type Tree } from './tree.ts'

type Rule = {
  readonly holdsFor: RegExp
  readonly forbids: RegExp
  readonly message: string
}

const text = /\.(?:ts|tsx|mjs|js|json|md|css|html|sql|svg|txt|yml|npmrc)$|^\.[a-z]+rc$|^\.ci\//
const self = /^tools\/src\/guards\//
const rules: readonly Rule[] = [
  { holdsFor: text, forbids: /\b(?:TODO|FIXME|XXX|HACK)\b/, message: 'leaves work for later' },
  {
    holdsFor: text,
    forbids: /https?:\/\/[^\s"')/]*(?:registry|npmjs|yarnpkg|artifactory)|^\s*registry\s*=/m,
    message: 'names a package registry',
  },
  { holdsFor: /package-lock\.json$/, forbids: /"resolved": "http/, message: 'names a registry' },
  {
    holdsFor: /^(?:packages|apps)\/(?!core\/src\/sim\/).*\.tsx?$/,
    forbids: /(?<![\w./-])console\.[a-z]/,
    message: 'prints to the console',
  },
  {
    holdsFor: /\.test\.tsx?$/,
    forbids: /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\b|\b(?:skip|only|todo): ?true/,
    message: 'has a test that does not run, or hides others',
  },
]
const vagueNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc'])
const kebabCase = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/
const startsTests = /\b(?:test|it|describe|suite)\(|\bregister\w+Suite\(/

export const tidyGuard: Guard = {
  name: 'tidy',
  check: (tree) =>
    tree.files.filter((file) => !self.test(file)).flatMap((file) => checkFile(tree, file)),
}

function checkFile(tree: Tree, file: string): readonly Finding[] {
  const holding = rules.filter(({ holdsFor }) => holdsFor.test(file))
  const source = holding.length > 0 ? tree.read(file) : ''
  const messages = holding.filter((rule) => rule.forbids.test(source)).map((rule) => rule.message)
  if (/\.test\.tsx?$/.test(file) && !startsTests.test(source)) messages.push('holds no test')
  if (isSource(file)) {
    const name = path.posix.basename(file).replace(/\.tsx?$/, '')
    if (!kebabCase.test(name)) messages.push('is not named in kebab-case')
    if (vagueNames.has(name)) messages.push('has a name that says nothing')
  }
  return messages.map((message) => ({ file, message }))
}
