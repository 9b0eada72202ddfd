/**
 * Delivers callbacks with retries. The backoff grows, and retries continue for more than a day, as at the
 * real gateway (docs.xendit.co, "Payout webhook": automatic retry for the next 24 h).
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import {
  type Callback,
  recordDelivery,
  type CallbackBackoff,
  claimDueCallbacks,
} from './callback-store.ts'

const batchRows = 50
const timeoutMs = 10_000
const mostMs = 900_000
/**
 * Backoff doubles from 1 second to 15 minutes over ten attempts. A hundred further attempts take 25 hours.
 */
const attemptsMax = 110
const firstMsDefault = 1_000

export type SenderDeps = {
  readonly database: Database
  readonly log: Log
  readonly token: string
  /** Base URL of callbacks, without a trailing slash; null while the receiver does not listen. */
  readonly callbackBase: () => string | null
  /** Backoff after the first failed attempt. */
  readonly firstMs?: number
}

/** Sends all due callbacks. Resolves once each is accepted or rescheduled. */
export async function sendDue(deps: SenderDeps): Promise<void> {
  const base = deps.callbackBase()
  if (base === null) return
  const backoff: CallbackBackoff = { firstMs: deps.firstMs ?? firstMsDefault, mostMs, attemptsMax }
  for (let isMore = true; isMore; ) {
    const due = await claimDueCallbacks(deps.database, batchRows, backoff)
    await Promise.all(due.map((callback) => send(deps, base, callback)))
    isMore = due.length === batchRows
  }
}

async function send({ database, log, token }: SenderDeps, base: string, callback: Callback) {
  const { callbackId, kind, body } = callback
  const [isAccepted, status] = await attempt(`${base}/wallets_idr/callbacks/${kind}`, token, body)
  if (!isAccepted)
    log.debug({ callbackId, status }, 'the exchange did not accept a callback of the local bank')
  await recordDelivery(database, callbackId, isAccepted, status)
}

async function attempt(
  url: string,
  token: string,
  body: string,
): Promise<readonly [isTaken: boolean, status: string]> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-callback-token': token },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return [response.ok, String(response.status)]
  } catch (error) {
    return [false, error instanceof Error ? error.name : 'failed']
  }
}
