/**
 * Reads the server's status on every navigation (GUARD-01 to GUARD-06). During maintenance every page
 * redirects to the maintenance page; otherwise that page is not reachable. After any other failure the
 * navigation proceeds.
 */
import { routes } from '@tukar/wire'
import { call } from '../api/call.ts'
import type { FailureKind } from '../api/request.ts'
import type { ServerStatus } from './guard-rule.ts'

/** A slow answer counts as a failure (DEC-10). */
const statusTimeoutMs = 3_000
/** An answer is reused only for redirects that follow at once (DEC-10). */
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

/** Reads the status once: null if the exchange is open, else the kind of failure. */
export async function askStatus(): Promise<FailureKind | null> {
  const outcome = await call(routes.status, { timeoutMs: statusTimeoutMs, isSingle: true })
  if (outcome.ok) return null
  return outcome.status === 503 ? 'maintenance' : outcome.kind
}
