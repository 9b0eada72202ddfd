/**
 * JSON-RPC over HTTP to a bitcoin node: one call or a batch, and what its end proves (FLT-26). Messages and
 * codes are those of Bitcoin Core.
 */
import { parseJson, findSystemCode, TooLong, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'
import type { BitcoinFailure, BitcoinFailureKind } from './port.ts'

/** Codes of Core's `rpc/protocol.h`. */
export const rpcCodes = {
  misc: -1,
  notFound: -5,
  outOfRange: -8,
  undecodable: -22,
  transactionError: -25,
  rejected: -26,
  alreadyInChain: -27,
  warmingUp: -28,
} as const

const smallAnswerBytesMax = 1_000_000
const unauthorizedStatuses = new Set([401, 403])
const limitedStatuses = new Set([429, 503])
const reasonLengthMax = 200

/** Error codes of a keep-alive connection that the node has closed, perhaps at this moment. */
const cutCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** URL of a node, and its user and password. */
export type BitcoinReach = {
  readonly url: string
  /** Empty, like the password, where the URL alone gives access. */
  readonly user: string
  readonly password: string
}

export type BitcoinConnection = {
  /** Read at each call; null while the node is not available. */
  readonly reach: () => Promise<BitcoinReach | null>
  readonly timeoutMs: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** A node's reply to one call. */
export type RpcReply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string }

export type Limits = { readonly timeoutMs?: number; readonly answerBytesMax?: number }

export type Replies = { readonly status: 'done'; readonly value: readonly RpcReply[] }

/**
 * Makes the calls; never rejects. Replies have the order of the calls. Where a keep-alive connection was
 * closed, the calls are repeated once. All calls are safe to repeat, broadcasts included.
 */
export async function callAll(
  connection: BitcoinConnection,
  calls: readonly RpcCall[],
  limits: Limits = {},
): Promise<Replies | BitcoinFailure> {
  const from = performance.now()
  const first = await attempt(connection, calls, limits)
  const isCut = first.status === 'failed' && cutCodes.has(first.reason)
  const reply = isCut ? await attempt(connection, calls, limits) : first
  const isOurEnd = connection.signal?.aborted === true
  if (!isOurEnd) connection.health.note(performance.now() - from, reply.status === 'done')
  return reply
}

async function attempt(
  connection: BitcoinConnection,
  calls: readonly RpcCall[],
  { timeoutMs = connection.timeoutMs, answerBytesMax = smallAnswerBytesMax }: Limits,
): Promise<Replies | BitcoinFailure> {
  // The signal has already fired, so that nothing is sent.
  if (connection.signal?.aborted === true) return failed('unsent', 'the server is stopping')
  const reach = await connection.reach()
  if (reach === null) return failed('unsent', 'the service is not available')
  const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '1.0', id, method, params }))
  try {
    const request = {
      method: 'POST',
      headers: { ...authorizationOf(reach), 'content-type': 'application/json' },
      body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
    }
    const limits = { timeoutMs, answerBytesMax, signal: connection.signal }
    return repliesOf(await requestWithin(reach.url, request, limits), calls.length)
  } catch (error) {
    return failureOf(error)
  }
}

function authorizationOf({ user, password }: BitcoinReach): Readonly<Record<string, string>> {
  if (user === '' && password === '') return {}
  const word = Buffer.from(`${user}:${password}`).toString('base64')
  return { authorization: `Basic ${word}` }
}

function repliesOf({ status, text }: HttpResult, count: number): Replies | BitcoinFailure {
  if (unauthorizedStatuses.has(status)) return failed('unauthorized', `status ${status}`)
  // An error of one call has HTTP status 404 or 500 and its details in the body.
  const body = parseJson(text)
  if (body === undefined) {
    const kind = limitedStatuses.has(status) ? 'limited' : 'silent'
    return failed(status < 300 ? 'unreadable' : kind, `status ${status} with no JSON`)
  }
  const all = (Array.isArray(body.value) ? body.value : [body.value]).map(readReply)
  const replies: RpcReply[] = []
  for (let id = 0; id < count; id += 1) {
    const parsed = all.find((reply) => reply?.id === id)?.reply
    if (parsed === undefined) return failed('unreadable', 'a call has no reply')
    if (parsed.kind === 'refusal' && parsed.code === rpcCodes.warmingUp) {
      return failed('syncing', parsed.message)
    }
    replies.push(parsed)
  }
  return { status: 'done', value: replies }
}

function readReply(value: unknown): { readonly id: unknown; readonly reply: RpcReply } | null {
  if (!isRecord(value)) return null
  const { id, error, result } = value
  if (error === null || error === undefined) return { id, reply: { kind: 'result', value: result } }
  if (!isRecord(error) || typeof error.code !== 'number') return null
  const message = typeof error.message === 'string' ? error.message : ''
  return {
    id,
    reply: { kind: 'refusal', code: error.code, message: message.slice(0, reasonLengthMax) },
  }
}

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A failed call with its reason. */
export function failed(kind: BitcoinFailureKind, reason: string): BitcoinFailure {
  return { status: 'failed', kind, reason }
}

function failureOf(error: unknown): BitcoinFailure {
  if (error instanceof TooLong) return failed('tooLarge', error.message)
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return failed(code !== null && unsentCodes.has(code) ? 'unsent' : 'silent', reason)
}
