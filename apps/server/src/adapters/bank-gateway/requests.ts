/**
 * One HTTP call to the gateway, and what may be concluded from how it ended (FLT-33): only a connection
 * that was never made, and a refusal in the gateway's own words, are "surely nothing was done".
 */
import { XenditError } from '@tukar/wire'
import { parseJson, findSystemCode, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'

const answerBytesMax = 2_000_000
const conflictStatus = 409

export type Request = {
  readonly method: 'GET' | 'POST'
  /** Path and query below the base. */
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
  /** Nothing left this machine. */
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export type Line = {
  /** Where the gateway's calls begin, without a slash at the end; asked for again at each call, null while nobody is there. */
  readonly baseUrl: () => string | null
  readonly key: string
  readonly timeoutMs: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/** Makes the call; never rejects. */
export async function call(line: Line, request: Request): Promise<Reply> {
  const from = performance.now()
  const reply = await attempt(line, request)
  const isAnswered = reply.kind === 'answer' || reply.kind === 'refusal'
  const isOurEnd = line.signal?.aborted === true
  if (!isOurEnd) line.health.note(performance.now() - from, isAnswered)
  return reply
}

async function attempt(line: Line, { method, path, body, headers }: Request): Promise<Reply> {
  // Once: as the signal has fired already, nothing is sent.
  if (line.signal?.aborted === true) return { kind: 'unsent', reason: 'the server is stopping' }
  const base = line.baseUrl()
  if (base === null) return { kind: 'unsent', reason: 'nobody listens yet' }
  try {
    const request = {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${line.key}:`).toString('base64')}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const { timeoutMs, signal } = line
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
  const said = XenditError.safeParse(body.value)
  const isTold = said.success && status >= 400 && status < 500 && !isPassing(status)
  if (!isTold) return { kind: 'unknown', reason: `status ${status}` }
  const { error_code: code, message } = said.data
  return { kind: 'refusal', status, code, message: message ?? '' }
}

/** 408, 425 and 429 say nothing of what was asked, only "not now". */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429
}

/** Whether a refusal means that the same was asked before. */
export function isDuplicate({ status, code }: { status: number; code: string }): boolean {
  return status === conflictStatus || code.startsWith('DUPLICATE')
}

function failureOf(error: unknown): Reply {
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return { kind: code !== null && unsentCodes.has(code) ? 'unsent' : 'unknown', reason }
}
