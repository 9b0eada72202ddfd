/** One HTTP call to the signer, and what may be concluded from how it ended. */
import { fieldsOf, parseJson, findSystemCode } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'
import type { SignerAnswer } from './port.ts'

/** Two hundred inputs take some 40 kB, the attempts under one id some more. */
const answerBytesMax = 2_000_000
const refusalStatuses = new Set([422, 423, 503])
/** What the signer says to a body that it cannot read, or of another version than ours. */
const malformedStatuses = new Set([400, 404, 413])

/** Where the signer is, without a slash at the end, and what opens it. */
export type SignerReach = { readonly url: string; readonly key: string }

export type Line = {
  /** Asked for again at each call; null where nobody can be reached now. */
  readonly reach: () => Promise<SignerReach | null>
  readonly timeoutMs: number
  readonly health: Health
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
}

/** Calls; never rejects. */
export async function call(
  line: Line,
  path: string,
  body: object | null,
): Promise<SignerAnswer<unknown>> {
  const from = performance.now()
  const answer = await attempt(line, path, body)
  const isOurEnd = line.signal?.aborted === true
  if (!isOurEnd) line.health.note(performance.now() - from, answer.status !== 'unknown')
  return answer
}

async function attempt(
  line: Line,
  path: string,
  body: object | null,
): Promise<SignerAnswer<unknown>> {
  const reach = await line.reach()
  if (reach === null) return unknown('nobody is there')
  try {
    const request = {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${reach.key}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }
    const { timeoutMs, signal } = line
    const limits = { timeoutMs, answerBytesMax, signal }
    return answerOf(await requestWithin(`${reach.url}${path}`, request, limits))
  } catch (error) {
    return unknown(findSystemCode(error) ?? (error instanceof Error ? error.name : 'failed'))
  }
}

function answerOf({ status, text }: HttpResult): SignerAnswer<unknown> {
  const parsed = parseJson(text)
  if (parsed === undefined) return unknown(`status ${status} with no JSON`)
  if (status === 200) return { status: 'done', value: parsed.value }
  const code = fieldsOf(parsed.value)['code']
  if (refusalStatuses.has(status) && typeof code === 'string') return { status: 'refused', code }
  // It read no order, so that it signed none.
  if (malformedStatuses.has(status)) return { status: 'refused', code: 'request.malformed' }
  return unknown(`status ${status}`)
}

/** Nobody can tell. */
export function unknown(reason: string): { readonly status: 'unknown'; readonly reason: string } {
  return { status: 'unknown', reason }
}
