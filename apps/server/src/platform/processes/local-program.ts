/**
 * A program that comes with the exchange, in a separate process: started on first use, restarted when it is
 * gone, stopped with the server. It gets a key and nothing else of the server's environment. Its input stays
 * open and empty: when it closes, even because the server was killed, the program exits.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { Log } from '../logging/log.ts'

/** Variables by their names. */
export type Environment = Readonly<Record<string, string>>

/**
 * The meaning of an output line: the address at which the program listens, null if it will not listen, or
 * nothing yet.
 */
export type OutputMeaning<Reach> = { readonly ready: Reach | null } | null

export type LocalProgramOptions<Reach> = {
  readonly log: Log
  /** Its name in the log: `the signer`. */
  readonly name: string
  /** A script of Node. */
  readonly program: string
  /** Its own variables at a start, including the key made for it; null: not now. */
  readonly environment: (key: string) => Promise<Environment | null>
  /** Reads an output line. It is called until a line contains the address. */
  readonly hear: (line: string, key: string) => OutputMeaning<Reach>
  /** The maximum time until it listens. */
  readonly startMs: number
  /** Delay after a failed start, so that a broken installation is not started continuously. */
  readonly restartDelayMs: number
  /** The maximum time to exit on its own. */
  readonly stopMs: number
  /** The signal for a program that did not start. */
  readonly giveUpBy?: 'SIGKILL' | 'SIGTERM'
  /** Variables of the server that it gets in addition to those for its temporary files. */
  readonly passedOn?: readonly string[]
}

export type LocalProgram<Reach> = {
  /** Where it listens; waits for the start. Null if it cannot be started now. */
  reach(): Promise<Reach | null>
  /** Its process id; null while there is none. */
  pid(): number | null
  /** Stops the program permanently. */
  stop(): Promise<void>
}

type Child = ChildProcessByStdio<Writable, Readable, null>

const keyBytes = 32
const lineLengthMax = 10_000
/** Variables with which a program finds its temporary files. */
const passedToAll = ['PATH', 'HOME', 'TMPDIR', 'LANG'] as const

/** A program that is not started yet. */
export function createLocalProgram<Reach>(
  options: LocalProgramOptions<Reach>,
): LocalProgram<Reach> {
  const { log, name, program, restartDelayMs, stopMs, giveUpBy = 'SIGKILL' } = options
  const children = new Set<Child>()
  let running: Child | null = null
  let current: Promise<Reach | null> | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  /** One start. Until it fails or the program ends, `current` is its outcome. */
  const begin = async (): Promise<Reach | null> => {
    const key = randomBytes(keyBytes).toString('base64url')
    const own = await options.environment(key)
    if (own === null || isStopped) return null
    const child = startChild(program, { ...passed(options.passedOn), ...own })
    let isReady = false
    running = child
    children.add(child)
    child.once('close', (code, signal) => {
      children.delete(child)
      if (running === child) running = null
      if (isReady) current = null
      log.info({ code, signal }, `${name} ended`)
    })
    const reach = await heardFrom(child, options, key)
    isReady = reach !== null && children.has(child)
    if (isReady) return reach
    child.kill(giveUpBy)
    children.delete(child)
    running = null
    const why = existsSync(program) ? 'did not start' : 'is not built'
    if (!isStopped) log.warn(`${name} ${why}`)
    return null
  }

  const start = async (): Promise<Reach | null> => {
    const reach = await begin().catch((error: unknown) => {
      log.warn({ error: String(error) }, `${name} could not be started`)
      return null
    })
    if (reach === null) {
      failedAtMs = performance.now()
      current = null
    }
    return reach
  }

  return {
    async reach() {
      if (isStopped) return null
      if (current === null && performance.now() - failedAtMs < restartDelayMs) return null
      current ??= start()
      return current
    },
    pid: () => running?.pid ?? null,
    async stop() {
      isStopped = true
      const starting = current
      await Promise.all([...children].map((child) => endChild(child, stopMs)))
      await starting
    },
  }
}

/**
 * Parses a line `{"port":n}`: the program listens there on loopback; any other line means that it will not.
 */
export function hearPort(line: string, key: string): OutputMeaning<{ url: string; key: string }> {
  const [, port] = /^\{.*"port":\s*(\d{1,5})\b.*\}$/.exec(line.trim()) ?? []
  return { ready: port === undefined ? null : { url: `http://127.0.0.1:${port}`, key } }
}

function passed(more: readonly string[] = []): Environment {
  const values = [...passedToAll, ...more].map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

function startChild(program: string, env: Environment): Child {
  // Its error output is discarded: it could quote what it read, which must not be logged.
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined)
  return child
}

/** The address that it prints; null if it prints none in time, or exits. */
function heardFrom<Reach>(
  child: Child,
  { hear, startMs }: LocalProgramOptions<Reach>,
  key: string,
): Promise<Reach | null> {
  let output = ''
  return new Promise((resolve) => {
    const end = (reach: Reach | null): void => {
      clearTimeout(timer)
      resolve(reach)
    }
    const timer = setTimeout(() => end(null), startMs)
    child.once('error', () => end(null))
    child.once('close', () => end(null))
    // Keep reading: a full pipe would block the child.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (output.length > lineLengthMax) return
      const lines = (output + chunk).split('\n')
      output = lines.pop() ?? ''
      for (const line of lines) {
        const heard = hear(line, key)
        if (heard !== null) end(heard.ready)
      }
    })
  })
}

async function endChild(child: Child, stopMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(timer)
}
