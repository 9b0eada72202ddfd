/**
 * Child processes of a test. Each one is tracked, its output is recorded, and it ends at the latest with the
 * test process.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const logLinesMax = 5_000
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}

export type Started = {
  readonly pid: number
  /** The last lines of both output streams. */
  readonly log: () => string
  /** Resolves with code and signal when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly isRunning: () => boolean
  readonly kill: (signal: NodeJS.Signals) => void
}

/** Starts a process and tracks it. Throws if the process cannot be started. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Started {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid === undefined) throw new Error(`${command} could not be started`)
  running.add(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      lines.push(text)
      if (lines.length > logLinesMax) lines.splice(0, lines.length - logLinesMax)
    })
  }
  let isRunning = true
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => {
      isRunning = false
      running.delete(child)
      resolve({ code, signal })
    })
  })
  return {
    pid: child.pid,
    log: () => lines.join(''),
    ended,
    isRunning: () => isRunning,
    kill: (signal) => {
      child.kill(signal)
    },
  }
}
