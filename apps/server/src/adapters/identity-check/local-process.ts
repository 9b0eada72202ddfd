/**
 * The verifier that comes with the exchange: a process of its own (`apps/verifier`), begun on first use,
 * begun again when it is gone, ended with the server. It gets its key and nothing else of the server's
 * environment. Its input is held open and never written to: when it ends, even because the server was
 * killed, the verifier ends itself.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Log } from '../../platform/logging/log.ts'
import type { Reach } from './requests.ts'

/** Built with everything else. */
const verifierProgram = path.join(import.meta.dirname, '../../../../verifier/dist/run.js')
/** The variable in which the verifier gets its key. */
const verifierKeyName = 'VERIFIER_KEY'

/** It listens before it loads its models. */
const startMsDefault = 20_000
/** After a start that failed, so that a broken installation is not started all the time. */
const pauseMs = 5_000
const stopMs = 3_000
const keyBytes = 32
const lineLengthMax = 1_000
/** What a program needs to find its temporary files; nothing else is passed on. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG'] as const

type Child = ChildProcessByStdio<Writable, Readable, null>
type Running = { readonly child: Child; readonly ready: Promise<Reach | null> }

export type LocalVerifierOptions = {
  readonly log: Log
  /** Another program, for tests. */
  readonly program?: string
  readonly startMs?: number
}

export type LocalVerifier = {
  /** Where it listens, once it does; null where it cannot be started now. */
  reach(): Promise<Reach | null>
  /** Its process; null while there is none. */
  pid(): number | null
  /** Ends it, and starts none again. */
  stop(): Promise<void>
}

/** A verifier that is not started yet. */
export function createLocalVerifier(options: LocalVerifierOptions): LocalVerifier {
  const { log, program = verifierProgram, startMs = startMsDefault } = options
  const children = new Set<Child>()
  let current: Running | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  const begin = (): Running => {
    const key = randomBytes(keyBytes).toString('base64url')
    const child = startChild(program, key)
    const forget = (): void => {
      children.delete(child)
      if (current?.child === child) current = null
    }
    children.add(child)
    child.once('close', (code, signal) => {
      forget()
      log.info({ code, signal }, 'the verifier ended')
    })
    const ready = portOf(child, startMs).then((port): Reach | null => {
      if (port !== null) return { url: `http://127.0.0.1:${port}`, key }
      failedAtMs = performance.now()
      child.kill('SIGKILL')
      forget()
      log.warn(existsSync(program) ? 'the verifier did not start' : 'the verifier is not built')
      return null
    })
    return { child, ready }
  }

  return {
    async reach() {
      if (isStopped) return null
      if (current === null && performance.now() - failedAtMs < pauseMs) return null
      current ??= begin()
      return current.ready
    },
    pid: () => current?.child.pid ?? null,
    async stop() {
      isStopped = true
      await Promise.all([...children].map(endChild))
    },
  }
}

function startChild(program: string, key: string): Child {
  // Without the bound its threads keep a tenth more memory than they use.
  const env: Record<string, string> = { [verifierKeyName]: key, MALLOC_ARENA_MAX: '2' }
  for (const name of passedOn) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  // Its errors may speak of what it read, which no log may hold.
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined)
  return child
}

/** The port in its first line, `{"port":n}`; null if there is none in time, or it ended. */
function portOf(child: Child, startMs: number): Promise<number | null> {
  let said = ''
  return new Promise((resolve) => {
    const end = (port: number | null): void => {
      clearTimeout(timer)
      resolve(port)
    }
    const timer = setTimeout(() => end(null), startMs)
    child.once('error', () => end(null))
    child.once('close', () => end(null))
    // Read on to the end: a full pipe would hold the child.
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length > lineLengthMax) return
      said += chunk.toString('latin1')
      const [line, rest] = said.split('\n', 2)
      if (rest !== undefined) end(readPort(line ?? ''))
    })
  })
}

function readPort(line: string): number | null {
  const [, port] = /^\{.*"port":\s*(\d{1,5})\b.*\}$/.exec(line.trim()) ?? []
  return port === undefined ? null : Number(port)
}

async function endChild(child: Child): Promise<void> {
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(timer)
}
