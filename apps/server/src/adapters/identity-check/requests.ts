/**
 * One HTTP call to the provider, and what its end proves (FLT-37). Only a reply in the provider's format is a
 * finding; anything else counts as no check.
 */
import { setTimeout } from 'node:timers/promises'
import { ProviderRefusal } from '@tukar/wire'
import { parseJson, findSystemCode, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'

const answerBytesMax = 200_000
const againMs = 250
const missingStatus = 404
/** Refusals of the request: unreadable, out of order, too large, not a picture, invalid. */
const refusalStatuses = new Set([400, 409, 413, 415, 422])

/** Error codes of a connection that failed, or closed without a reply. */
const awayCodes = new Set([...unsentCodes, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refusal'; readonly said: ProviderRefusal }
  /** No connection, or closed before any byte of a reply. */
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Base URL of a provider, without a trailing slash, and its API key. */
export type Reach = { readonly url: string; readonly key: string }

export type ProviderConnection = {
  /** Read at each call; null while the provider is not available. */
  readonly reach: () => Promise<Reach | null>
  readonly timeoutMs: number
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/**
 * Posts JSON, or a form with pictures; never rejects. A call without a reply is repeated once. The calls are
 * queries, so that a repetition does no harm. Our own verifier exits when idle, perhaps at this moment.
 */
export async function post(
  connection: ProviderConnection,
  path: string,
  body: object | FormData,
): Promise<Reply> {
  const from = performance.now()
  const first = await attempt(connection, path, body)
  const reply = first.kind === 'away' ? await attemptAgain(connection, path, body) : first
  const isAnswered = reply.kind !== 'away' && reply.kind !== 'unknown'
  const isOurEnd = connection.signal?.aborted === true
  if (!isOurEnd) connection.health.note(performance.now() - from, isAnswered)
  return reply
}

async function attemptAgain(
  connection: ProviderConnection,
  path: string,
  body: object | FormData,
): Promise<Reply> {
  // After this delay the exit of a local process has been noticed.
  if (connection.signal?.aborted !== true) await setTimeout(againMs)
  return attempt(connection, path, body)
}

async function attempt(
  connection: ProviderConnection,
  path: string,
  body: object | FormData,
): Promise<Reply> {
  const reach = await connection.reach()
  // The signal has already fired, so that nothing is sent.
  if (connection.signal?.aborted === true) return { kind: 'away', reason: 'the server is stopping' }
  if (reach === null) return { kind: 'away', reason: 'the service is not available' }
  const isForm = body instanceof FormData
  try {
    const { timeoutMs, signal } = connection
    const request = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${reach.key}`,
        accept: 'application/json',
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    }
    const limits = { timeoutMs, answerBytesMax, signal }
    return replyOf(await requestWithin(`${reach.url}${path}`, request, limits))
  } catch (error) {
    return failureOf(error)
  }
}

function replyOf({ status, text }: HttpResult): Reply {
  const body = parseJson(text)
  if (body === undefined) return { kind: 'unknown', reason: `status ${status} with no JSON` }
  if (status >= 200 && status < 300) return { kind: 'answer', body: body.value }
  if (status === missingStatus) return { kind: 'missing' }
  const said = ProviderRefusal.safeParse(body.value)
  const isRefusal = said.success && refusalStatuses.has(status)
  return isRefusal
    ? { kind: 'refusal', said: said.data }
    : { kind: 'unknown', reason: `status ${status}` }
}

function failureOf(error: unknown): Reply {
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return { kind: code !== null && awayCodes.has(code) ? 'away' : 'unknown', reason }
}
