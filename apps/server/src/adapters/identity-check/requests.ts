/**
 * One HTTP call to the provider, and what may be concluded from how it ended (FLT-37): only an answer in
 * the provider's own words is a conclusion; everything else says that nobody looked.
 */
import { setTimeout } from 'node:timers/promises'
import { ProviderRefusal } from '@tukar/wire'
import { parseJson, findSystemCode, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'

const answerBytesMax = 200_000
const againMs = 250
const missingStatus = 404
/** Of what was sent: unreadable, out of order, too large, not a picture, not as it should be. */
const refusalStatuses = new Set([400, 409, 413, 415, 422])

/** Ways in which a connection is not made, or ends without an answer. */
const awayCodes = new Set([...unsentCodes, 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

export type Reply =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refusal'; readonly said: ProviderRefusal }
  /** Nobody there, or gone before a word was said. */
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Where a provider is, without a slash at the end, and what opens it. */
export type Reach = { readonly url: string; readonly key: string }

export type Line = {
  /** Asked for again at each call; null where nobody can be reached now. */
  readonly reach: () => Promise<Reach | null>
  readonly timeoutMs: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/**
 * Posts JSON, or a form with pictures; never rejects. Who is away is asked once more, which does no harm
 * as these are questions: our own verifier ends when it has nothing to do, perhaps at this moment.
 */
export async function post(line: Line, path: string, body: object | FormData): Promise<Reply> {
  const from = performance.now()
  const first = await attempt(line, path, body)
  const reply = first.kind === 'away' ? await attemptAgain(line, path, body) : first
  const isAnswered = reply.kind !== 'away' && reply.kind !== 'unknown'
  const isOurEnd = line.signal?.aborted === true
  if (!isOurEnd) line.health.note(performance.now() - from, isAnswered)
  return reply
}

async function attemptAgain(line: Line, path: string, body: object | FormData): Promise<Reply> {
  // By then it is known that a process has ended.
  if (line.signal?.aborted !== true) await setTimeout(againMs)
  return attempt(line, path, body)
}

async function attempt(line: Line, path: string, body: object | FormData): Promise<Reply> {
  const reach = await line.reach()
  // Once: as the signal has fired already, nothing is sent.
  if (line.signal?.aborted === true) return { kind: 'away', reason: 'the server is stopping' }
  if (reach === null) return { kind: 'away', reason: 'nobody is there' }
  const isForm = body instanceof FormData
  try {
    const { timeoutMs, signal } = line
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
  const isTold = said.success && refusalStatuses.has(status)
  return isTold
    ? { kind: 'refusal', said: said.data }
    : { kind: 'unknown', reason: `status ${status}` }
}

function failureOf(error: unknown): Reply {
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return { kind: code !== null && awayCodes.has(code) ? 'away' : 'unknown', reason }
}
