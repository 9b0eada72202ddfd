/** A node's process: it ends with ours, is known by its port, and is stopped within a time limit. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

const startMs = 20_000
const stopMs = 5_000
const tailLengthMax = 4_000
/** The environment variables that a program needs to find its files. No others are passed on. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG'] as const

/** `setpriv` is in these folders on every Linux. Our caller's PATH may have Node.js alone. */
const toolFolders = '/usr/bin:/bin'

export type Child = {
  readonly port: number
  readonly pid: number
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(isHard: boolean): Promise<void>
}

type Started = {
  readonly program: string
  readonly parameters: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Matches the port in the program's standard output. */
  readonly port: RegExp
}

/**
 * Starts a program and waits until it prints its port. The program ends with this process, even if this
 * process is killed.
 *
 * @throws Error with the program's last output if it ends or stays silent
 */
export async function startProcess({ program, parameters, env, port }: Started): Promise<Child> {
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...parameters], {
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin.on('error', () => undefined)
  const found = await portOf(child, port).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    port: found,
    pid: child.pid ?? 0,
    ended,
    async stop(isHard) {
      child.kill(isHard ? 'SIGKILL' : 'SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of passedOn) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  env['PATH'] = env['PATH'] === undefined ? toolFolders : `${env['PATH']}:${toolFolders}`
  return env
}

/** Reads the output until the end, because a full pipe would block the child. */
function portOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  pattern: RegExp,
): Promise<number> {
  let said = ''
  let complaint = ''
  return new Promise((resolve, reject) => {
    const refuse = (why: string): void => {
      clearTimeout(timer)
      reject(new Error(`${child.spawnargs[3] ?? 'the node'} ${why}: ${complaint || said}`))
    }
    const timer = setTimeout(() => refuse('stayed silent'), startMs)
    child.once('error', (error) => refuse(error.message))
    child.once('close', () => refuse('ended'))
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-tailLengthMax)
    })
    child.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-tailLengthMax)
      const [, port] = pattern.exec(said) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(Number(port))
    })
  })
}
