/**
 * Asks the server's status on every navigation (GUARD-01 to GUARD-06): in maintenance every page leads
 * to the maintenance page, and only then is it reachable. Any other trouble lets the navigation pass.
 */
import { routes } from '@tukar/wire'
import { call } from '../api/call.ts'
import type { FailureKind } from '../api/request.ts'
import type { ServerStatus } from './guard-rule.ts'

/** A slow answer counts as any other trouble (DEC-10). */
const statusTimeoutMs = 3_000
/** An answer serves the redirects that follow from it in the same moment, nothing else (DEC-10). */
const reuseMs = 50

let last: { readonly answeredAtMs: number; readonly status: ServerStatus } | null = null

/** Returns the status of the exchange, at most `reuseMs` old. */
export async function serverStatus(): Promise<ServerStatus> {
  if (last !== null && performance.now() - last.answeredAtMs < reuseMs) return last.status
  const trouble = await askStatus()
  const status = trouble === null ? 'open' : trouble === 'maintenance' ? 'maintenance' : 'unknown'
  last = { answeredAtMs: performance.now(), status }
  return status
}

/** Asks for the status once: null where the exchange runs, else why there was no such answer. */
export async function askStatus(): Promise<FailureKind | null> {
  const outcome = await call(routes.status, { timeoutMs: statusTimeoutMs, isSingle: true })
  if (outcome.ok) return null
  return outcome.status === 503 ? 'maintenance' : outcome.kind
}
