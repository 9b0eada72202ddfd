/**
 * JSON-RPC over HTTP to a bitcoin node: one call or several in one go, and what may be concluded from how
 * it ended (FLT-26). The words and codes are those of Bitcoin Core.
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

/** Ways in which a kept connection is found closed, perhaps by the node at this very moment. */
const cutCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Where a node is, and what opens it. */
export type BitcoinReach = {
  readonly url: string
  /** Empty, as the password is, where the URL itself opens it. */
  readonly user: string
  readonly password: string
}

export type Line = {
  /** Asked for again at each call; null where nobody can be reached now. */
  readonly reach: () => Promise<BitcoinReach | null>
  readonly timeoutMs: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** What a node said to one call. */
export type RpcReply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string }

export type Limits = { readonly timeoutMs?: number; readonly answerBytesMax?: number }

export type Replies = { readonly status: 'done'; readonly value: readonly RpcReply[] }

/**
 * Makes the calls; never rejects. There are as many replies as calls, in their order. Over a line that was
 * cut they are made once more: none of them does harm twice, a transaction least of all.
 */
export async function callAll(
  line: Line,
  calls: readonly RpcCall[],
  limits: Limits = {},
): Promise<Replies | BitcoinFailure> {
  const from = performance.now()
  const first = await attempt(line, calls, limits)
  const isCut = first.status === 'failed' && cutCodes.has(first.reason)
  const reply = isCut ? await attempt(line, calls, limits) : first
  const isOurEnd = line.signal?.aborted === true
  if (!isOurEnd) line.health.note(performance.now() - from, reply.status === 'done')
  return reply
}

async function attempt(
  line: Line,
  calls: readonly RpcCall[],
  { timeoutMs = line.timeoutMs, answerBytesMax = smallAnswerBytesMax }: Limits,
): Promise<Replies | BitcoinFailure> {
  // Once: as the signal has fired already, nothing is sent.
  if (line.signal?.aborted === true) return failed('unsent', 'the server is stopping')
  const reach = await line.reach()
  if (reach === null) return failed('unsent', 'nobody is there')
  const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: '1.0', id, method, params }))
  try {
    const request = {
      method: 'POST',
      headers: { ...authorizationOf(reach), 'content-type': 'application/json' },
      body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
    }
    const limits = { timeoutMs, answerBytesMax, signal: line.signal }
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
  // An error of one call comes with status 404 or 500 and is told in the body.
  const body = parseJson(text)
  if (body === undefined) {
    const kind = limitedStatuses.has(status) ? 'limited' : 'silent'
    return failed(status < 300 ? 'unreadable' : kind, `status ${status} with no JSON`)
  }
  const all = (Array.isArray(body.value) ? body.value : [body.value]).map(readReply)
  const replies: RpcReply[] = []
  for (let id = 0; id < count; id += 1) {
    const told = all.find((reply) => reply?.id === id)?.reply
    if (told === undefined) return failed('unreadable', 'a call without an answer')
    if (told.kind === 'refusal' && told.code === rpcCodes.warmingUp) {
      return failed('syncing', told.message)
    }
    replies.push(told)
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

/** Whether it is an object with named values. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A call that came to nothing, for this reason. */
export function failed(kind: BitcoinFailureKind, reason: string): BitcoinFailure {
  return { status: 'failed', kind, reason }
}

function failureOf(error: unknown): BitcoinFailure {
  if (error instanceof TooLong) return failed('tooLarge', error.message)
  const code = findSystemCode(error)
  const reason = code ?? (error instanceof Error ? error.name : 'failed')
  return failed(code !== null && unsentCodes.has(code) ? 'unsent' : 'silent', reason)
}
