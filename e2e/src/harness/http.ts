/**
 * An HTTP client that anybody could write from the specification. It knows headers and JSON and uses no code
 * of the product, so that it can test any server of this contract.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createCommandId } from './command-id.ts'
import { patienceMs, until } from './until.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export type CallOptions = {
  readonly token?: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: JsonObject
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly commandId?: string
  readonly timeoutMs?: number
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  /** The parsed answer; an empty object if it is not a JSON object. */
  readonly body: JsonObject
  readonly text: string
}

export type Client = {
  readonly base: string
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    path: string,
    options?: CallOptions,
  ) => Promise<Answer>
}

const movedStatus = 307

/**
 * A client of the listener for local requests; null if the server is on another machine or the listener is
 * off.
 */
export async function createLocalClient({ base }: Pick<Client, 'base'>): Promise<Client | null> {
  const response = await fetch(new URL('/metrics', base), { redirect: 'manual' })
  const location = response.status === movedStatus ? response.headers.get('location') : null
  return location === null ? null : createClient(new URL(location).origin)
}

/** Cookies of browser sessions that this process uses for calls, by token. */
const cookies = new Map<string, string>()

/** Sends this cookie with each later call and socket of this token. */
export function rememberCookie(token: string, cookie: string): void {
  cookies.set(token, cookie)
}

/** The headers that belong to a token. */
export function headersOfToken(token: string | undefined): Readonly<Record<string, string>> {
  const cookie = token === undefined ? undefined : cookies.get(token)
  return cookie === undefined ? {} : { cookie }
}

/**
 * A client of the server at this address. A call rejects only if there is no HTTP response. A read is
 * repeated, as a page does, while the server says that its figures are still being written.
 */
export function createClient(base: string): Client {
  const ask: Client['call'] = async (method, path, options = {}) => {
    const url = new URL(path, base)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      url.searchParams.set(name, String(value))
    }
    const body = options.rawBody ?? (options.body && JSON.stringify(options.body))
    const init: RequestInit = {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { JWT: options.token }),
        ...headersOfToken(options.token),
        ...(options.commandId === undefined ? {} : { 'Idempotency-Key': options.commandId }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? patienceMs),
    }
    const first = await fetch(url, init)
    // Calls that only the local listener answers are redirected to its address.
    const location = first.status === movedStatus ? first.headers.get('location') : null
    const response = location === null ? first : await fetch(location, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parseObject(text), text }
  }
  return {
    base,
    async call(method, path, options = {}) {
      const endMs = performance.now() + (options.timeoutMs ?? patienceMs)
      for (;;) {
        const answer = await confirmed(await ask(method, path, options), (headers) =>
          ask(method, path, { ...options, headers: { ...options.headers, ...headers } }),
        )
        const againMs = method === 'GET' ? behindMs(answer) : null
        if (againMs === null || performance.now() + againMs > endMs) return answer
        await wait(againMs)
      }
    },
  }
}

/** Confirms a demo operator's decision with the code that the simulation shows, as a page does. */
async function confirmed(
  answer: Answer,
  again: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> {
  const { code, params } = answer.body
  if (code !== 'desk.code_needed' || !isObject(params)) return answer
  return typeof params['code'] === 'string' ? again({ 'x-vote-code': params['code'] }) : answer
}

/** When to retry a read whose figures are still being written; null for any other answer. */
function behindMs({ status, headers, body }: Answer): number | null {
  const againMs = Number(headers.get('retry-after') ?? Number.NaN) * 1_000
  const isBehind = status === 503 && body['code'] === 'engine.behind' && againMs >= 0
  return isBehind ? againMs : null
}

/**
 * Repeats a request that has an id or changes nothing twice, until the server knows its outcome. A server
 * that lags or is busy answers that it does not know yet.
 */
export function untilKnown<T extends { readonly status: number }>(
  ask: () => Promise<T>,
): Promise<T> {
  const known = async () => {
    const answer = await ask()
    return answer.status === 503 ? null : answer
  }
  return until('a known outcome', known, { everyMs: 200 })
}

function parseObject(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object under a key. Throws with the whole answer if there is none. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const inner = value[key]
  if (isObject(inner)) return inner
  throw new Error(`no object ${key} in ${JSON.stringify(value)}`)
}

/** The array of objects under a key. */
export function rowsAt(value: JsonObject, key: string): readonly JsonObject[] {
  const inner = value[key]
  if (Array.isArray(inner)) return inner.filter((row: Json) => isObject(row))
  throw new Error(`no array ${key} in ${JSON.stringify(value)}`)
}

/** The text or number under a key, as text. Throws if there is neither. */
export function textAt(value: JsonObject, key: string): string {
  const inner = value[key]
  if (typeof inner === 'string' || typeof inner === 'number') return String(inner)
  throw new Error(`no text ${key} in ${JSON.stringify(value)}`)
}

/** The body as text, without the request id, which is new each time. */
export function withoutRequestId(body: JsonObject): string {
  return JSON.stringify(Object.entries(body).filter(([key]) => key !== 'request_id'))
}

/** The rows of a list answer: data.datas. */
export function listRows(answer: Answer): readonly JsonObject[] {
  return rowsAt(objectAt(answer.body, 'data'), 'datas')
}

/** A new id, for each command that is not a retry. */
export const newCommandId = (): string => createCommandId()
