/** Structured logs: one JSON line an event, without secrets, addresses or bodies (INV-24). */
import { pino } from 'pino'

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
