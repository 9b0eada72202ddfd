/**
 * A client of the calls as anybody could write it from the specification: it knows headers and
 * JSON, and nothing of the product's code, so that it judges any server of this contract.
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
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly commandId?: string
  readonly timeoutMs?: number
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  /** The parsed answer; an empty object where it was not a JSON object. */
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

/** A client of what answers the server's own machine alone; null for a server elsewhere, or whose doors are shut. */
export async function createLocalClient({ base }: Pick<Client, 'base'>): Promise<Client | null> {
  const response = await fetch(new URL('/metrics', base), { redirect: 'manual' })
  const location = response.status === movedStatus ? response.headers.get('location') : null
  return location === null ? null : createClient(new URL(location).origin)
}

/** Cookies of browsers whose sessions this process calls with, by their tokens. */
const cookies = new Map<string, string>()

/** Has calls and sockets with this token bring the cookie that its browser keeps. */
export function rememberCookie(token: string, cookie: string): void {
  cookies.set(token, cookie)
}

/** The headers that come with a token. */
export function headersOfToken(token: string | undefined): Readonly<Record<string, string>> {
  const cookie = token === undefined ? undefined : cookies.get(token)
  return cookie === undefined ? {} : { cookie }
}

/**
 * A client of the server at this address. A call rejects only when there is no HTTP answer. Whoever reads
 * while the latest figures are still being written asks again when he is told to, as a page does.
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
    // What answers the server's own machine alone has an address of its own, and says where.
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

/** As a page does, a demo operator's decision is confirmed by the code that the simulation shows. */
async function confirmed(
  answer: Answer,
  again: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<Answer> {
  const { code, params } = answer.body
  if (code !== 'desk.code_needed' || !isObject(params)) return answer
  return typeof params['code'] === 'string' ? again({ 'x-vote-code': params['code'] }) : answer
}

/** After how long to ask again for figures that are still being written; null where they are not. */
function behindMs({ status, headers, body }: Answer): number | null {
  const againMs = Number(headers.get('retry-after') ?? Number.NaN) * 1_000
  const isBehind = status === 503 && body['code'] === 'engine.behind' && againMs >= 0
  return isBehind ? againMs : null
}

/**
 * Asks for what may be asked again, as it has an id or changes nothing twice, until the server knows the
 * outcome: one that is behind or busy answers that it does not know yet.
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

/** Whether a value is a JSON object, not an array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object under a key; throws with the whole answer when it is none. */
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

/** The text or number under a key, as text. Throws where there is neither. */
export function textAt(value: JsonObject, key: string): string {
  const inner = value[key]
  if (typeof inner === 'string' || typeof inner === 'number') return String(inner)
  throw new Error(`no text ${key} in ${JSON.stringify(value)}`)
}

/** An answer's body as text, without the id of the request, which is a new one each time. */
export function withoutRequestId(body: JsonObject): string {
  return JSON.stringify(Object.entries(body).filter(([key]) => key !== 'request_id'))
}

/** The rows of an answer in the list form: data.datas. */
export function listRows(answer: Answer): readonly JsonObject[] {
  return rowsAt(objectAt(answer.body, 'data'), 'datas')
}

/** A fresh id for each command that is not a retry. */
export const newCommandId = (): string => createCommandId()
