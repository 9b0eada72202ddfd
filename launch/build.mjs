/** Builds what changed: TypeScript by its own records, the web app by a hash of what it is made of. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root, runProgram, step } from './steps.mjs'
import { Trouble } from './trouble.mjs'

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const bundler = path.join(root, 'node_modules/vite/bin/vite.js')
const webFolder = path.join(root, 'apps/web')
const webManifest = path.join(webFolder, 'dist/.vite/manifest.json')
const webStamp = path.join(webFolder, '.cache/built')
const webSources = [
  'apps/web/src',
  'apps/web/build',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/chart.html',
  'apps/web/executor.html',
  'apps/web/vite.config.ts',
  'packages/money/src',
  'packages/wire/src',
  'packages/i18n/src',
  'package-lock.json',
]

/** Builds the server and the web app. */
export async function buildProduct() {
  await step('Server', () => compileOrThrow(['tsconfig.json']))
  await buildWeb()
}

/** Compiles projects and what they refer to; throws if one does not compile. */
export async function compileOrThrow(projects) {
  const { code, output } = await compile(projects)
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
}

/** Compiles projects and what they refer to; returns the compiler's exit code and words. */
export function compile(projects) {
  return runProgram(process.execPath, [compiler, '-b', ...projects])
}

/** Builds the web app, unless what it is made of and what came out are as they were. */
export async function buildWeb() {
  const sources = hashOf(webSources)
  if (readStamp() === `${sources} ${builtAt()}`) return
  await step('Web app', async () => {
    const { code, output } = await runProgram(process.execPath, [bundler, 'build'], {
      cwd: webFolder,
    })
    if (code !== 0) throw new Trouble('The web app could not be built; see above.', output)
  })
  fs.mkdirSync(path.dirname(webStamp), { recursive: true })
  fs.writeFileSync(webStamp, `${sources} ${builtAt()}`)
}

function readStamp() {
  return fs.existsSync(webStamp) ? fs.readFileSync(webStamp, 'utf8') : ''
}

/** When the web app that is there was built, by whomever. */
function builtAt() {
  return fs.statSync(webManifest, { throwIfNoEntry: false })?.mtimeMs ?? 'never'
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(path.join(root, source))) {
      hash.update(`${file}\n`).update(fs.readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/** All files in and below a folder, sorted; a file is itself. */
export function filesBelow(at) {
  if (!fs.statSync(at).isDirectory()) return [at]
  return fs
    .readdirSync(at)
    .sort()
    .flatMap((name) => filesBelow(path.join(at, name)))
}
