/**
 * One HTTP call to the gateway, and what its end proves (FLT-33). Only a connection that was never made and a
 * refusal in the gateway's format prove that nothing was done.
 */
import { XenditError } from '@tukar/wire'
import { parseJson, findSystemCode, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'

const answerBytesMax = 2_000_000
const conflictStatus = 409

export type Request = {
  readonly method: 'GET' | 'POST'
  /** Path and query below the base URL. */
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | {
      readonly kind: 'refusal'
      readonly status: number
      readonly code: string
      readonly message: string
    }
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export type GatewayConnection = {
  /**
   * Base URL of the gateway without a trailing slash, read at each call; null while the gateway is not
   * available.
   */
  readonly baseUrl: () => string | null
  readonly key: string
  readonly timeoutMs: number
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/** Makes the call; never rejects. */
export async function call(connection: GatewayConnection, request: Request): Promise<Reply> {
  const from = performance.now()
  const reply = await attempt(connection, request)
  const isAnswered = reply.kind === 'answer' || reply.kind === 'refusal'
  const isOurEnd = connection.signal?.aborted === true
  if (!isOurEnd) connection.health.note(performance.now() - from, isAnswered)
  return reply
}

async function attempt(
  connection: GatewayConnection,
  { method, path, body, headers }: Request,
): Promise<Reply> {
  // The signal has already fired, so that nothing is sent.
  if (connection.signal?.aborted === true)
    return { kind: 'unsent', reason: 'the server is stopping' }
  const base = connection.baseUrl()
  if (base === null) return { kind: 'unsent', reason: 'the service is not available' }
  try {
    const request = {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${connection.key}:`).toString('base64')}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const { timeoutMs, signal } = connection
    const limits = { timeoutMs, answerBytesMax, signal }
    return replyOf(await requestWithin(`${base}${path}`, request, limits))
  } catch (error) {
    return failureOf(error)
  }
}

function replyOf({ status, text }: HttpResult): Reply {
  const body = parseJson(text)
  if (body === undefined) return { kind: 'unknown', reason: `status ${status} with no JSON` }
  if (status >= 200 && status < 300) return { kind: 'answer', body: body.value }
  const refusal = XenditError.safeParse(body.value)
  const isRefusal = refusal.success && status >= 400 && status < 500 && !isPassing(status)
  if (!isRefusal) return { kind: 'unknown', reason: `status ${status}` }
  const { error_code: code, message } = refusal.data
  return { kind: 'refusal', status, code, message: message ?? '' }
}

/** Statuses 408, 425 and 429 do not judge the request; they mean "not now". */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429
}

/** Whether a refusal means that the gateway already has this object. */
export function isDuplicate({ status, code }: { status: number; code: string }): boolean {
  return status === conflictStatus || code.startsWith('DUPLICATE')
}

function failureOf(error: unknown): Reply {
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return { kind: code !== null && unsentCodes.has(code) ? 'unsent' : 'unknown', reason }
}
