/** Installs the lock file's packages if they are missing. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { takeFolder } from './data-folder.mjs'
import { print, root, runProgram, step } from './steps.mjs'
import { Trouble } from './trouble.mjs'

const retries = ['--fetch-retries=3', '--fetch-retry-maxtimeout=10000']
/** `--omit` on the command line replaces the one in `.npmrc`, so it is repeated. */
const withoutPeers = '--omit=peer'
/** npm's record of what is installed. */
const installedName = 'node_modules/.package-lock.json'
/** How long another process may install the same. */
const othersInstallMs = 300_000
const pollMs = 200
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/

/**
 * Installs what the lock file says.
 *
 * @param {'product' | 'everything'} extent `everything` adds the packages of tests and benchmarks; they are
 * never removed
 */
export async function ensureInstalled(extent) {
  const wanted = readPackages('package-lock.json')
  const present = readPackages(installedName)
  const isEverything = extent === 'everything' || hasDevelopment(present)
  if (missingPackages(wanted, present, isEverything).length === 0) return
  print('Installing the packages that the lock file names.')
  const way = installWay(wanted, present)
  const development = isEverything ? '--include=dev' : '--omit=dev'
  await step('Packages', () => runInstall([...way, development], root))
}

/**
 * The npm command. `npm ci` deletes all packages first, and a running exchange may use them: if the product's
 * packages are complete, the others are added.
 */
export function installWay(wanted, present) {
  return missingPackages(wanted, present, false).length > 0 ? ['ci'] : ['install', '--no-save']
}

/** Names of packages of the lock file that are not installed in its version. */
export function missingPackages(wanted, present, isEverything) {
  return Object.entries(wanted)
    .filter(([name, entry]) => name.includes('node_modules/') && isNeeded(entry, isEverything))
    .filter(([name, { version, integrity }]) => {
      const found = present[name]
      return found === undefined || found.version !== version || found.integrity !== integrity
    })
    .map(([name]) => name)
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' && file.endsWith(installedName)) return {}
    throw new Trouble(`${file} cannot be read: ${error.message}`)
  }
}

function hasDevelopment(packages) {
  return Object.values(packages).some(({ dev }) => dev === true)
}

/**
 * Optional packages are needed only if they name this platform; packages that are only peers are excluded by
 * `.npmrc`.
 */
function isNeeded({ dev, peer, optional, os, cpu, libc }, isEverything) {
  if (peer === true) return false
  if (dev === true && !isEverything) return false
  if (optional !== true) return true
  if (os === undefined && cpu === undefined) return false
  return (
    (os ?? ['linux']).includes('linux') &&
    (cpu ?? ['x64']).includes('x64') &&
    (libc ?? ['glibc']).includes('glibc')
  )
}

/**
 * Installs a folder with a lock file of its own; runs no install scripts.
 *
 * @param {string} folder from the root of the clone
 * @param {() => void} began called before an installation, if one is needed
 */
export async function ensureInstalledIn(folder, began) {
  const isComplete = () => {
    const wanted = readPackages(path.join(folder, 'package-lock.json'))
    const present = readPackages(path.join(folder, installedName))
    return missingPackages(wanted, present, false).length === 0
  }
  if (isComplete()) return
  const letGo = await awaitFolder(path.join(root, folder, '.cache'))
  try {
    if (isComplete()) return
    began()
    await runInstall(['ci', '--omit=dev', '--ignore-scripts'], path.join(root, folder))
  } finally {
    letGo()
  }
}

/** Takes a folder once its owner releases it or ends. */
async function awaitFolder(folder) {
  const untilMs = performance.now() + othersInstallMs
  for (;;) {
    try {
      return takeFolder(folder)
    } catch (error) {
      if (!(error instanceof Trouble) || performance.now() > untilMs) throw error
      await pause(pollMs)
    }
  }
}

async function runInstall(way, cwd) {
  const options = [withoutPeers, '--no-audit', '--no-fund', '--loglevel=error', ...retries]
  const { code, output } = await runNpm([...way, ...options], cwd)
  if (code !== 0) throw new Trouble(installTrouble(output))
}

/** npm as it started us, or the one on the PATH. */
function runNpm(parameters, cwd) {
  const npm = process.env.npm_execpath
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm)) {
    return runProgram(process.execPath, [npm, ...parameters], { cwd })
  }
  return runProgram('npm', parameters, { cwd })
}

/** One sentence about npm's error output. */
export function installTrouble(output) {
  if (/ENOSPC/.test(output)) return 'The disk is full: the packages need about 420 MB.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `This user may not write packages into ${root}.`
  if (unreachable.test(output)) {
    return 'The packages could not be fetched: the npm registry cannot be reached from here.'
  }
  const lines = output
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!) (?!code|A complete)/.test(line))
  const said = lines.slice(0, 2).map((line) => line.replace(/^npm (?:error|ERR!) /, '').trim())
  return `npm could not install the packages: ${said.join(' ') || 'it did not say why'}`
}
