/**
 * Asks the server's status on every navigation (GUARD-01 to GUARD-06): in maintenance every page leads
 * to the maintenance page, and only then is it reachable. Any other trouble lets the navigation pass.
 */
import { type FailureKind, send } from '../api/request.ts'
import type { ServerStatus } from './guard-rule.ts'

/** A slow answer counts as any other trouble (DEC-10). */
const statusTimeoutMs = 3_000
/** An answer serves the redirects of the same navigation, nothing else. */
const reuseMs = 250

let last: { readonly askedAt: number; readonly answer: Promise<ServerStatus> } | null = null

/** Returns what the exchange says of itself now. */
export function serverStatus(): Promise<ServerStatus> {
  const now = performance.now()
  if (last !== null && now - last.askedAt < reuseMs) return last.answer
  const answer = askStatus().then(
    (trouble): ServerStatus =>
      trouble === null ? 'open' : trouble === 'maintenance' ? 'maintenance' : 'unknown',
  )
  last = { askedAt: now, answer }
  return answer
}

/** Asks for the status once: null where the exchange runs, else why there was no such answer. */
export async function askStatus(): Promise<FailureKind | null> {
  const outcome = await send({
    host: 'api',
    method: 'GET',
    path: '/auth/status',
    timeoutMs: statusTimeoutMs,
    isSingle: true,
  })
  if (outcome.ok) return null
  return outcome.status === 503 ? 'maintenance' : outcome.kind
}
