/**
 * `npm run NAME` for the commands below: installs and builds what the command needs, then becomes its program
 * with the remaining arguments. It works in a fresh clone.
 */
import path from 'node:path'
import { buildProduct, compileOrThrow } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { endOnSignals, root, step } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

/**
 * For each command: whether it needs the product with its web app, the projects to compile, the program, and
 * its first arguments.
 */
const commands = {
  build: { needsProduct: true },
  'build:test': { projects: ['tsconfig.test.json'] },
  format: { program: 'node_modules/@biomejs/biome/bin/biome', first: ['format', '--write', '.'] },
  sim: { projects: ['packages/core'], program: 'packages/core/dist/sim/run.js' },
  conformance: {
    needsProduct: true,
    projects: ['e2e'],
    program: 'e2e/dist/conformance/run.js',
  },
  screenshots: {
    needsProduct: true,
    projects: ['e2e'],
    program: 'e2e/dist/screenshots/run.js',
  },
  docs: { projects: ['tools'], program: 'tools/dist/docs/generate.js' },
  structure: { projects: ['tools'], program: 'tools/dist/structure/run.js' },
}

const [name, ...rest] = process.argv.slice(2)
const { needsProduct = false, projects = [], program, first = [] } = commands[name] ?? {}

await command(async () => {
  if (!Object.hasOwn(commands, name ?? '')) {
    throw new Trouble(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`)
  }
  requireSupported()
  process.chdir(root)
  const letGo = endOnSignals()
  await ensureInstalled('everything')
  if (needsProduct) await buildProduct()
  if (projects.length > 0) await step('Sources', () => compileOrThrow(projects))
  letGo()
})

if (program !== undefined) {
  const file = path.join(root, program)
  process.argv = [process.execPath, file, ...first, ...rest]
  await import(file)
}
