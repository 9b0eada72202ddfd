/** One HTTP call to the signer, and what its end proves. */
import { fieldsOf, parseJson, findSystemCode } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'
import type { SignerAnswer } from './port.ts'

/** Two hundred inputs take about 40 kB, and all attempts of one approval id more. */
const answerBytesMax = 2_000_000
const refusalStatuses = new Set([422, 423, 503])
/** Statuses by which the signer refuses a body that it cannot parse, or one of another version. */
const malformedStatuses = new Set([400, 404, 413])

/** Base URL of the signer, without a trailing slash, and its API key. */
export type SignerReach = { readonly url: string; readonly key: string }

export type SignerConnection = {
  /** Read at each call; null while the signer is not available. */
  readonly reach: () => Promise<SignerReach | null>
  readonly timeoutMs: number
  readonly health: Health
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
}

/** Makes the call; never rejects. */
export async function call(
  connection: SignerConnection,
  path: string,
  body: object | null,
): Promise<SignerAnswer<unknown>> {
  const from = performance.now()
  const answer = await attempt(connection, path, body)
  const isOurEnd = connection.signal?.aborted === true
  if (!isOurEnd) connection.health.note(performance.now() - from, answer.status !== 'unknown')
  return answer
}

async function attempt(
  connection: SignerConnection,
  path: string,
  body: object | null,
): Promise<SignerAnswer<unknown>> {
  const reach = await connection.reach()
  if (reach === null) return unknown('the service is not available')
  try {
    const request = {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${reach.key}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }
    const { timeoutMs, signal } = connection
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
  // The signer parsed no order, so that it signed nothing.
  if (malformedStatuses.has(status)) return { status: 'refused', code: 'request.malformed' }
  return unknown(`status ${status}`)
}

/** A result whose effect is not known. */
export function unknown(reason: string): { readonly status: 'unknown'; readonly reason: string } {
  return { status: 'unknown', reason }
}
