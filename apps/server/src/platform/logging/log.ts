/** Structured logs: one JSON line an event, without secrets, addresses or bodies (INV-24). */
import { pino } from 'pino'
import { atSources } from './source-lines.ts'

const causesMax = 5

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error' | 'child'>

/** A logger to standard error, so that standard output stays for the steps of the start. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: ['*.password', '*.token', '*.jwt', 'headers.jwt'], remove: true },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

/**
 * An error for the log: its stack and those of its causes. Nothing else of it, for the details of a
 * database's error name the row (INV-24).
 */
export function traceOf(error: unknown): string {
  const traces: string[] = []
  let at = error
  while (at instanceof Error && traces.length < causesMax) {
    traces.push(atSources(at.stack ?? String(at)))
    at = at.cause
  }
  if (traces.length === 0) return String(error)
  return traces.join('\ncaused by ')
}
