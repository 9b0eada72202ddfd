/**
 * A PostgreSQL for a test, started by the product's driver. The server under test is its client and not its
 * parent, so each can be killed without the other.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tukar/server/database/embedded'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { temporaryFolder } from './server.ts'
import { copyTemplate, type Template } from './template-copies.ts'
import { until } from './until.ts'

export type RunningPostgres = {
  readonly url: string
  /** Sends SIGKILL to all of its processes at once. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** Stops all of its processes, as on a frozen machine, until `resume`. */
  pause(): void
  resume(): void
  /** A fast shutdown. */
  stop(): Promise<void>
}

const startWithinMs = 30_000

/**
 * Creates a cluster in a temporary folder and starts it.
 *
 * @param template the content: null for an empty cluster, or a prepared exchange of this kind
 */
export async function startPostgres(template: Template | null = null): Promise<RunningPostgres> {
  const dataDir = temporaryFolder('postgres')
  if (template !== null) copyTemplate(template, dataDir)
  return runPostgres(dataDir)
}

/** Starts the cluster of this folder on a free port; creates it if there is none. */
export async function runPostgres(dataDir: string): Promise<RunningPostgres> {
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const running: { postgres: EmbeddedPostgres | null } = { postgres: null }
  const start = async () => {
    running.postgres = await until('PostgreSQL', () => startEmbeddedPostgres({ dataDir, port }), {
      withinMs: startWithinMs,
      everyMs: 100,
    })
    return running.postgres
  }
  const { url } = await start()
  const signal = (name: NodeJS.Signals): void => {
    const pid = running.postgres?.pid ?? 0
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, name)
  }
  return {
    url,
    start: async () => {
      await start()
    },
    kill: async () => {
      const pid = running.postgres?.pid ?? 0
      for (const one of [...childrenOf(pid), pid]) killNow(one)
      await until('PostgreSQL to end', () => !isAlive(pid))
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: async () => running.postgres?.stop(),
  }
}

/** The address of a server's embedded PostgreSQL, read from its data folder. */
export function embeddedUrl(dataFolder: string): string {
  const password = readFileSync(path.join(dataFolder, 'postgres-password'), 'utf8').trim()
  const pidFile = readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8')
  const port = pidFile.split('\n')[3]?.trim()
  return `postgres://tukar:${password}@127.0.0.1:${port}/postgres`
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0)
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended together with its parent.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
