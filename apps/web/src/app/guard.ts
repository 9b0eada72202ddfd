/**
 * Asks the server's status on every navigation (GUARD-01 to GUARD-06): in maintenance every page leads
 * to the maintenance page, and only then is it reachable. Any other trouble lets the navigation pass.
 */
import { type FailureKind, send } from '../api/request.ts'

/** A slow answer counts as any other trouble (DEC-10). */
const statusTimeoutMs = 3_000
/** An answer serves the redirects of the same navigation, nothing else. */
const reuseMs = 250

let last: { readonly askedAt: number; readonly answer: Promise<boolean> } | null = null

/** Returns whether the exchange says that it is in maintenance. */
export function isMaintenance(): Promise<boolean> {
  const now = performance.now()
  if (last !== null && now - last.askedAt < reuseMs) return last.answer
  const answer = askStatus().then((status) => status === 'maintenance')
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
