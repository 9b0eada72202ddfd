/** Structured logs: one JSON line per event, without secrets, addresses or bodies (INV-24). */
import { pino } from 'pino'
import { atSources } from './source-lines.ts'
import { terminalJson } from '../text/visible-text.ts'

const causesMax = 5

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/** Writes lines to standard error immediately. */
function toStandardError(): (line: string) => void {
  const destination = pino.destination({ fd: 2, sync: true })
  return (line) => void destination.write(line)
}

/**
 * A logger to standard error; standard output is for the steps of the start. People read it in terminals, so
 * foreign text is escaped.
 */
export function createLog(level: string, write: (line: string) => void = toStandardError()): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: ['*.password', '*.token', '*.jwt', 'headers.jwt'], remove: true },
    },
    { write: (line: string) => write(terminalJson(line)) },
  )
}

/**
 * Formats an error for the log: its stack and those of its causes. Other details are left out, because those
 * of database errors name the row (INV-24).
 */
export function toTrace(error: unknown): string {
  const traces: string[] = []
  let at = error
  while (at instanceof Error && traces.length < causesMax) {
    traces.push(atSources(at.stack ?? String(at)))
    at = at.cause
  }
  if (traces.length === 0) return String(error)
  return traces.join('\ncaused by ')
}
