/**
 * Builds what changed: TypeScript by its build info, the server's bundles and the web app by a hash of their
 * inputs.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { keepAssets, restoreAssets } from './earlier-assets.mjs'
import { root, runProgram, step } from './steps.mjs'
import { Trouble } from './trouble.mjs'

const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
const bundler = path.join(root, 'node_modules/vite/bin/vite.js')
const serverBundler = path.join(root, 'launch/bundle-server.mjs')
const webFolder = path.join(root, 'apps/web')
const webManifest = path.join(webFolder, 'dist/.vite/manifest.json')
const webStamp = path.join(webFolder, '.cache/built')
const webAssets = path.join(webFolder, 'dist/assets')
const earlierAssets = path.join(webFolder, '.cache/earlier')
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

/** Where the compiler puts the server, and where its programs are, each as one file (`bundle-server.mjs`). */
export const compiledServer = path.join(root, 'apps/server/dist')
export const bundleFolder = path.join(root, 'apps/server/bundled')
/** Programs that are started by file, relative to the folder of the compiled server. */
export const bundlePrograms = [
  'run.js',
  'engine/worker-entry.js',
  'platform/media/child/main.js',
  'platform/media/child/worker.js',
]
export const serverBundle = path.join(bundleFolder, 'run.js')
export const engineWorker = path.join(bundleFolder, 'engine/worker-entry.js')
const serverStamp = path.join(bundleFolder, 'built')
const serverSources = [
  'apps/server/dist',
  'packages/core/dist',
  'packages/i18n/dist',
  'packages/money/dist',
  'packages/wire/dist',
  'launch/bundle-server.mjs',
  'launch/build.mjs',
  'package-lock.json',
]

/** Builds the server and the web app. */
export async function buildProduct() {
  await step('Server', async () => {
    await compileOrThrow(['tsconfig.json'])
    await bundleServer()
  })
  await buildWeb()
}

/** Bundles each program of the compiled server, unless the bundles are up to date. */
export async function bundleServer() {
  const isPart = (file) => !/\.test\.js$|\.(?:map|ts|tsbuildinfo)$/.test(file)
  const sources = hashOf(serverSources, isPart)
  if (readStamp(serverStamp) === `${sources} ${writtenAt(serverBundle)}`) return
  const { code, output } = await runProgram(process.execPath, [serverBundler])
  if (code !== 0) throw new Trouble('The server could not be bundled; see above.', output)
  fs.writeFileSync(serverStamp, `${sources} ${writtenAt(serverBundle)}`)
}

/** Compiles projects and their references; throws on an error. */
export async function compileOrThrow(projects) {
  const { code, output } = await compile(projects)
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
}

/** Compiles projects and their references; returns the compiler's exit code and output. */
export function compile(projects) {
  return runProgram(process.execPath, [compiler, '-b', ...projects])
}

/** Builds the web app, unless inputs and outputs are unchanged. */
export async function buildWeb() {
  const sources = hashOf(webSources)
  if (readStamp(webStamp) === `${sources} ${writtenAt(webManifest)}`) return
  await step('Web app', async () => {
    keepAssets(webAssets, earlierAssets)
    const { code, output } = await runProgram(process.execPath, [bundler, 'build'], {
      cwd: webFolder,
    })
    if (code !== 0) throw new Trouble('The web app could not be built; see above.', output)
    restoreAssets(webAssets, earlierAssets)
  })
  fs.mkdirSync(path.dirname(webStamp), { recursive: true })
  fs.writeFileSync(webStamp, `${sources} ${writtenAt(webManifest)}`)
}

function readStamp(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

/** When a file that was built was written, by whomever. */
function writtenAt(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 'never'
}

function hashOf(sources, isPart = () => true) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(path.join(root, source)).filter(isPart)) {
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
