/**
 * `npm test -- --changed`: the files that differ from the upstream branch, and the test files that
 * depend on them by the import graph. An edge too many runs a test too many; an edge too few would
 * miss a failure.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** These affect every test. */
const affectsEverything = [
  /(?:^|\/)package(?:-lock)?\.json$/,
  /(?:^|\/)tsconfig[^/]*\.json$/,
  /^launch\//,
  /^\.npmrc$/,
]
/** These affect only the tests that name them: guards, lint and format read them in every run. */
const affectsNothing = [
  /\.md$/,
  /^docs\//,
  /^\.ci\//,
  /^(?:LICENSE|biome\.json|\.gitignore|\.editorconfig|\.oxlintrc\.json)$/,
]
/** Tests that a change adds to those of the graph. */
const alsoAffects = [
  { changed: /^apps\/server\/migrations\//, tests: /^apps\/server\// },
  // It reads every source of the server.
  { changed: /^apps\/server\/src\//, tests: /^apps\/server\/src\/testing\/statements\// },
]
/**
 * These drive the built product, so each would depend on all of it. They run only if they or their own
 * imports changed: `--only e2e` runs them, and a change lands after all of them.
 */
const drivesProduct = /^e2e\//
/** These name files of all projects. An asset that only they name may have readers elsewhere. */
const namesAnything = /^(?:launch|tools)\//

const isCode = /\.[cm]?[jt]sx?$/
const isTest = /\.test\.[cm]?[jt]sx?$/
const neverRead = new Set(['node_modules', 'dist', 'bundled', '.git', '.cache', 'test-results'])
/** The compiler's output folders for `src`. */
const outputs = ['dist', '.cache/test', '.cache/types']
const inOutput = /\/(?:dist|\.cache\/(?:test|types))(?=\/|$)/

/** `import 'x'`, `import … from 'x'`, `export … from 'x'`; and calls of `import` and `require`. */
const importPatterns = [
  /\b(?:from|import)\s*(['"])([^'"\n]+)\1/g,
  /\b(?:import|require(?:\.resolve)?)\s*\(\s*(?:\/\*[^*]*\*\/\s*)?(['"`])([^'"`\n]+)\1/g,
]
/** Consecutive string literals that look like paths, as in `path.join(folder, 'a', 'b.js')`. */
const pathsPattern = /(['"])[\w@.+/-]+\1(?:,\s*(['"])[\w@.+/-]+\2)*/g

/**
 * @typedef {{ folder: string, name: string, exports: unknown, imports: unknown }} Project
 * @typedef {object} Graph
 * @property {Set<string>} onDisk the files on disk; all paths are from the root, with slashes
 * @property {Set<string>} files these and the changed files
 * @property {Set<string>} folders the folders of these files
 * @property {Set<string>} assetFolders those with a file in them that is no module
 * @property {Project[]} projects the workspaces
 * @property {Map<string, Set<string>>} dependents by name (see `namesOf`) what depends on it
 */

/**
 * The files that differ from the merge base with the upstream branch, or from HEAD if there is no
 * upstream: committed, staged, unstaged, untracked, deleted. A renamed file is in the list under
 * both names.
 *
 * @param {string} root a folder in a git checkout
 * @returns {string[]} paths from `root`, with slashes, sorted
 */
export function changedFiles(root) {
  const inside = git(root, ['rev-parse', '--is-inside-work-tree'])
  if (inside.error !== undefined) throw new Error(`--changed needs git: ${inside.error.message}.`)
  if (inside.output.trim() !== 'true') {
    throw new Error(`--changed needs a git checkout: ${inside.reason || 'this is not one'}.`)
  }
  const untracked = ['ls-files', '-z', '--others', '--exclude-standard']
  const base = baseOf(root)
  if (base === null) return namesFrom(root, [[...untracked, '--cached']])
  const differing = ['diff', '--name-only', '--no-renames', '--no-ext-diff', '--relative', '-z']
  return namesFrom(root, [
    [...differing, base, '--'],
    [...differing, '--cached', base, '--'],
    untracked,
  ])
}

/** The commit to compare with; null before the first commit. */
function baseOf(root) {
  const isCommit = (name) => git(root, ['rev-parse', '--verify', '--quiet', name]).isDone
  if (!isCommit('HEAD')) return null
  if (!isCommit('@{upstream}')) return 'HEAD'
  const base = git(root, ['merge-base', 'HEAD', '@{upstream}'])
  if (!base.isDone) throw new Error('HEAD and its upstream branch have no commit in common.')
  return base.output.trim()
}

function namesFrom(root, commands) {
  const names = commands.flatMap((parameters) => {
    const { isDone, output, reason } = git(root, parameters)
    if (!isDone) throw new Error(`git ${parameters[0]} failed: ${reason}.`)
    return output.split('\0').filter((name) => name !== '')
  })
  return [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))
}

function git(root, parameters) {
  const { status, stdout, stderr, error } = spawnSync('git', parameters, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 2 ** 28,
  })
  const reason = (stderr ?? '').split('\n')[0].replace(/^fatal: /, '')
  return { isDone: status === 0, output: stdout ?? '', reason, error }
}

/**
 * The test files that are changed themselves, that depend on a changed file by their transitive
 * imports, or that a rule at the top of this file adds.
 *
 * @param {string} root the root of the repository
 * @param {readonly string[]} testSources test files, as paths from `root` with slashes
 * @param {readonly string[]} changed changed files, likewise
 * @returns {string[]} those of `testSources`, in their order
 */
export function affectedTests(root, testSources, changed) {
  const notable = changed.filter((file) => !matches(affectsNothing, file))
  if (notable.some((file) => matches(affectsEverything, file))) return [...testSources]
  if (changed.length === 0) return []
  const graph = readGraph(root, changed)
  const driving = dependentsOf(graph, matching(changed, drivesProduct))
  const isChosen = (file) => !drivesProduct.test(file) || driving.has(file)
  const affected = new Set([...dependentsOf(graph, changed)].filter(isChosen))
  for (const file of notable) {
    const rules = alsoAffects.filter((rule) => rule.changed.test(file))
    const added = testSources.filter((test) => rules.some(({ tests }) => tests.test(test)))
    const near = isKnown(graph, file) ? [] : testsNear(graph, testSources, file)
    for (const test of [...added, ...near]) affected.add(test)
  }
  return testSources.filter((test) => affected.has(test))
}

const matching = (files, pattern) => files.filter((file) => pattern.test(file))
const matches = (patterns, file) => patterns.some((pattern) => pattern.test(file))

/** Whether the graph is enough to tell what a changed file affects. */
function isKnown(graph, file) {
  const dependents = namesOf(file).flatMap((name) => [...(graph.dependents.get(name) ?? [])])
  if (dependents.some((dependent) => !namesAnything.test(dependent))) return true
  // Nothing imports a test. A module that imported a deleted one has changed too.
  return isTest.test(file) || (isSource(graph, file) && !graph.onDisk.has(file))
}

/**
 * For a file that nothing references: the tests of its project that import from its folder. If there are
 * none: all tests of the project for an asset or configuration, none for a module.
 */
function testsNear(graph, tests, file) {
  const project = projectOf(graph, file)
  if (project === undefined) return tests
  const folder = path.posix.dirname(file)
  const inFolder = [...graph.onDisk].filter(
    (other) => isCode.test(other) && path.posix.dirname(other) === folder,
  )
  const own = tests.filter((test) => test.startsWith(`${project.folder}/`))
  const reached = dependentsOf(graph, inFolder)
  const near = own.filter((test) => reached.has(test))
  return near.length > 0 || isSource(graph, file) ? near : own
}

function isSource(graph, file) {
  const project = projectOf(graph, file)
  return project !== undefined && isCode.test(file) && file.startsWith(`${project.folder}/src/`)
}

function projectOf(graph, file) {
  return graph.projects.find(({ folder }) => file.startsWith(`${folder}/`))
}

/** The files, and everything that depends on them. */
function dependentsOf(graph, files) {
  const found = new Set(files)
  const waiting = files.flatMap(namesOf)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const dependent of graph.dependents.get(name) ?? []) {
      if (found.has(dependent)) continue
      found.add(dependent)
      waiting.push(dependent)
    }
  }
  return found
}

/** The names of a changed file in the graph: its path, its text, for an asset also its folders. */
function namesOf(file) {
  const own = [file, asText(file)]
  return isCode.test(file) ? own : [...own, ...foldersOf(file).map((folder) => `${folder}/`)]
}

/** The name for dependents that read a module as text: its imports do not affect them. */
const asText = (file) => `${file} as text`

function foldersOf(file) {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
}

function readGraph(root, changed) {
  const onDisk = new Set(filesBelow(root, ''))
  const files = new Set([...onDisk, ...changed])
  const folders = new Set([...files].flatMap(foldersOf))
  const assets = [...files].filter((file) => !isCode.test(file))
  const assetFolders = new Set(assets.map((file) => path.posix.dirname(file)))
  const projects = projectsOf(root)
  const graph = { onDisk, files, folders, assetFolders, projects, dependents: new Map() }
  for (const file of onDisk) {
    if (!isCode.test(file)) continue
    const text = textOf(path.join(root, file))
    for (const name of [...importedBy(graph, file, text), ...namedBy(graph, file, text)]) {
      if (name === file) continue
      const dependents = graph.dependents.get(name) ?? new Set()
      graph.dependents.set(name, dependents.add(file))
    }
  }
  return graph
}

/** The text of a file; empty if it was deleted meanwhile. */
function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

function filesBelow(root, folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (neverRead.has(entry.name) || file === 'data') return []
    if (entry.isDirectory()) return filesBelow(root, file)
    return entry.isFile() ? [file] : []
  })
}

/** The workspaces that the package.json of the root names. */
function projectsOf(root) {
  const { workspaces = [] } = JSON.parse(textOf(path.join(root, 'package.json')) || '{}')
  const folders = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern]
    const parent = pattern.slice(0, -2)
    if (!fs.existsSync(path.join(root, parent))) return []
    return fs.readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`)
  })
  return folders.flatMap((folder) => {
    const text = textOf(path.join(root, folder, 'package.json'))
    if (text === '') return []
    const { name, exports, imports } = JSON.parse(text)
    return [{ folder, name, exports, imports }]
  })
}

/** The files that a module imports, across the workspaces. */
function importedBy(graph, file, text) {
  const found = new Set()
  const imports = importPatterns.flatMap((pattern) => [...text.matchAll(pattern)])
  for (const [, , specifier] of imports) {
    for (const target of targetsOf(graph, file, specifier.replace(/\?.*$/, ''))) {
      for (const name of moduleNames(sourceOf(target))) if (graph.files.has(name)) found.add(name)
    }
  }
  return found
}

/** Where a specifier leads to, as paths from the root; nowhere for a package from npm. */
function targetsOf(graph, file, specifier) {
  if (specifier.startsWith('.')) return [path.posix.join(path.posix.dirname(file), specifier)]
  const own = projectOf(graph, file)
  if (specifier.startsWith('#')) return own === undefined ? [] : mapped(own, 'imports', specifier)
  const project = graph.projects.find(
    ({ name }) => specifier === name || specifier.startsWith(`${name}/`),
  )
  if (project === undefined) return []
  return mapped(project, 'exports', `.${specifier.slice(project.name.length)}`)
}

/** The targets of a key in `exports` or `imports` of a package.json, under every condition. */
function mapped(project, field, key) {
  const entries = project[field] ?? {}
  const isShort =
    typeof entries === 'string' || Object.keys(entries).some((one) => !/^[.#]/.test(one))
  const byKey = isShort ? { '.': entries } : entries
  const found = Object.hasOwn(byKey, key) ? { target: byKey[key], rest: '' } : byPattern(byKey, key)
  if (found === undefined) return []
  return stringsIn(found.target).map((target) =>
    path.posix.join(project.folder, target.replaceAll('*', found.rest)),
  )
}

/** The longest pattern with a star that matches. */
function byPattern(byKey, key) {
  const fitting = Object.keys(byKey).filter((pattern) => {
    const [before, after] = pattern.split('*')
    return after !== undefined && key.startsWith(before) && key.endsWith(after)
  })
  const [pattern] = fitting.toSorted((a, b) => b.indexOf('*') - a.indexOf('*'))
  if (pattern === undefined) return undefined
  const [before, after] = pattern.split('*')
  return { target: byKey[pattern], rest: key.slice(before.length, key.length - after.length) }
}

function stringsIn(value) {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/**
 * The files and folders that a module names by a path from the root, from its own folder or from another
 * named folder: workers, programs, fixtures.
 */
function namedBy(graph, file, text) {
  const literals = pathsIn(text)
  const fromRoot = literals.filter((literal) => /^[^./].*\//.test(literal))
  const targets = text.includes('import.meta') ? fromFolders(graph, file, literals) : []
  const isRead = (target) => !drivesProduct.test(file) || !isProgram(file, target)
  return new Set([
    ...targets.filter(isRead).flatMap((target) => knownNames(graph, target)),
    ...fromRoot.filter(isRead).flatMap((target) => {
      const isText = graph.files.has(target) && isCode.test(target) && !target.startsWith('launch/')
      return isText ? [asText(target)] : knownNames(graph, target)
    }),
  ])
}

/** Where literals may lead to from the folder of a module, and from folders that it names. */
function fromFolders(graph, file, literals) {
  const own = runtimeFolders(graph, file)
  const join = (folder) => literals.map((literal) => path.posix.join(folder, literal))
  const named = own.flatMap(join).filter((folder) => graph.folders.has(sourceOf(folder)))
  return [...new Set([...own, ...named])].flatMap(join)
}

function pathsIn(text) {
  const literals = new Set()
  for (const [row] of text.matchAll(pathsPattern)) {
    const parts = row.split(',').map((part) => part.trim().slice(1, -1))
    for (const part of [...parts, parts.join('/')]) literals.add(part)
  }
  return [...literals]
}

/** Where a module is while it runs: in `src`, or in a folder of compiled files. */
function runtimeFolders(graph, file) {
  const folder = path.posix.dirname(file)
  const source = `${projectOf(graph, file)?.folder}/src`
  if (folder !== source && !folder.startsWith(`${source}/`)) return [folder]
  const within = folder.slice(source.length)
  const compiled = outputs.map((output) => path.posix.join(source, '..', output) + within)
  return [folder, ...compiled]
}

/** Whether a path is a compiled file of another project, or a command. */
function isProgram(file, target) {
  const project = `${file.split('/')[0]}/`
  return !target.startsWith(project) && (inOutput.test(target) || target.startsWith('launch/'))
}

/** The file of that path; or `folder/` if assets are in it, unless it is all of a project. */
function knownNames(graph, target) {
  const source = sourceOf(target).replace(/\/$/, '')
  if (graph.assetFolders.has(source)) {
    const project = projectOf(graph, source)?.folder
    return project === undefined || source === `${project}/src` ? [] : [`${source}/`]
  }
  return /\.\w+$/.test(source) ? moduleNames(source).filter((name) => graph.files.has(name)) : []
}

/** The path in `src` of a compiled file. */
function sourceOf(target) {
  return target.replace(inOutput, '/src')
}

/** The paths that a module may have which a specifier calls `target`. */
function moduleNames(target) {
  const stem = target.replace(/(?:\.d\.ts|\.jsx?)$/, '')
  if (stem !== target) return [target, `${stem}.ts`, `${stem}.tsx`]
  if (isCode.test(target)) return [target, target.replace(/\.([cm])js$/, '.$1ts')]
  const endings = ['.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']
  return [target, ...endings.map((ending) => target.replace(/\/$/, '') + ending)]
}
