/**
 * Sends callbacks until somebody takes them: with growing pauses for more than a day, as the gateway it
 * stands for does (docs.xendit.co, "Payout webhook": automatic retry for the next 24 h).
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { type Callback, noteSent, type Pauses, takeDue } from './callback-store.ts'

const batchRows = 50
const timeoutMs = 10_000
const mostMs = 900_000
/** The first ten double from a second to 15 minutes; a hundred more are 25 hours. */
const attemptsMax = 110
const firstMsDefault = 1_000

export type SenderParts = {
  readonly database: Database
  readonly log: Log
  readonly token: string
  /** Where callbacks go, without a slash at the end; null: nobody listens there yet. */
  readonly callbackBase: () => string | null
  /** The pause after the first attempt that failed. */
  readonly firstMs?: number
}

/** Sends all that is due; resolves once each was taken or has its next time. */
export async function sendDue(parts: SenderParts): Promise<void> {
  const base = parts.callbackBase()
  if (base === null) return
  const pauses: Pauses = { firstMs: parts.firstMs ?? firstMsDefault, mostMs, attemptsMax }
  for (let isMore = true; isMore; ) {
    const due = await takeDue(parts.database, batchRows, pauses)
    await Promise.all(due.map((callback) => send(parts, base, callback)))
    isMore = due.length === batchRows
  }
}

async function send({ database, log, token }: SenderParts, base: string, callback: Callback) {
  const { callbackId, kind, body } = callback
  const [isTaken, status] = await attempt(`${base}/wallets_idr/callbacks/${kind}`, token, body)
  if (!isTaken) log.debug({ callbackId, status }, 'a callback of the local bank was not taken')
  await noteSent(database, callbackId, isTaken, status)
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
