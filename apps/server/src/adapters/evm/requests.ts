/**
 * Calls to a node. Each HTTP request is a batch whose first call asks for the chain id. Therefore each reply
 * proves that it comes from our chain, whatever node serves the URL (ATT-78). Plain JSON-RPC instead of a
 * library: each kind of failure must be distinguishable, and the usual client is too large for the server.
 */
import { parseJson, findSystemCode, TooLong, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'
import { fieldsOf, numberOf, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmFailure, EvmFailureKind } from './port.ts'

/** A full block of Ethereum is about half a megabyte, rarely two. */
const answerBytesMaxDefault = 32_000_000
const reasonCharsMax = 200
/** Maximum calls per batch, besides the call for the chain id. */
export const callsPerRequestMax = 50
/** Number of calls that a quote needs in one batch. */
export const callsPerRequestMin = 3

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

export type RpcReply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }

/** Result of a batch: one reply per call, in order, or a failure. */
export type BatchReply =
  | { readonly status: 'done'; readonly replies: readonly RpcReply[] }
  | EvmFailure

export type EvmConnection = {
  /** Read at each call; null while the node is not available. */
  readonly url: () => string | null
  /** Value of the `authorization` header, for nodes that require a key. */
  readonly authorization?: string
  readonly chainId: number
  readonly timeoutMs: number
  readonly answerBytesMax?: number
  /** Lower limit for nodes that accept fewer calls; at least 3. */
  readonly callsPerRequest?: number
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/** Sends one batch of at most `callsPerRequestMax` calls. Rejects only with `RangeError`, for more calls. */
export async function callBatch(
  connection: EvmConnection,
  calls: readonly RpcCall[],
): Promise<BatchReply> {
  if (calls.length > callsPerRequestMax) throw new RangeError('too many calls in one batch')
  const from = performance.now()
  const reply = await attempt(connection, calls)
  const isAnswered = reply.status === 'done' || reply.kind === 'tooLarge'
  const isOurEnd = connection.signal?.aborted === true
  if (!isOurEnd) connection.health.note(performance.now() - from, isAnswered)
  return reply
}

/**
 * Sends any number of calls in batches, and parses all results together. An error of one call fails the
 * whole.
 *
 * @param read gets one result per call; throws `UnreadableError` for an invalid one
 */
export async function query<T>(
  connection: EvmConnection,
  calls: readonly RpcCall[],
  read: (results: readonly unknown[]) => T,
): Promise<EvmAnswer<T>> {
  const { callsPerRequest = callsPerRequestMax } = connection
  const results: unknown[] = []
  for (let at = 0; at < calls.length; at += callsPerRequest) {
    const reply = await callBatch(connection, calls.slice(at, at + callsPerRequest))
    if (reply.status === 'failed') return reply
    for (const each of reply.replies) {
      if (each.kind === 'error') return failureOfRefusal(each)
      results.push(each.value)
    }
  }
  return readSafely(() => read(results))
}

/** Runs a parser; an invalid value becomes a failure. */
export function readSafely<T>(read: () => T): EvmAnswer<T> {
  try {
    return { status: 'done', value: read() }
  } catch (error) {
    if (error instanceof UnreadableError) return failed('unreadable', error.message)
    throw error
  }
}

/** A failure with its reason, cut to the length that a log may hold. */
export function failed(kind: EvmFailureKind, reason: string): EvmFailure {
  return { status: 'failed', kind, reason: reason.slice(0, reasonCharsMax) }
}

/** Failure that follows from a node's error to a query; for errors to broadcasts see `outcomes.ts`. */
export function failureOfRefusal({
  code,
  message,
}: {
  readonly code: number
  readonly message: string
}): EvmFailure {
  return failed(refusalKindOf(message), `${code} ${message}`)
}

const rateWords = /rate limit|request rate|requests? per|too many requests|capacity|quota|daily/i
const sizeWords =
  /more than \d+ |range|too (many|large|big|wide)|limit exceeded|exceed\w* .*(limit|size|max)|response size|query timeout|timed? out/i
const behindWords =
  /header not found|unknown block|block not found|missing trie|not available|after last accepted/i

function refusalKindOf(message: string): EvmFailureKind {
  if (rateWords.test(message)) return 'limited'
  if (behindWords.test(message)) return 'behind'
  return sizeWords.test(message) ? 'tooLarge' : 'refused'
}

async function attempt(connection: EvmConnection, calls: readonly RpcCall[]): Promise<BatchReply> {
  if (connection.signal?.aborted === true) return failed('unsent', 'the server is stopping')
  const url = connection.url()
  if (url === null) return failed('unsent', 'the service is not available')
  const { authorization, timeoutMs, signal, answerBytesMax = answerBytesMaxDefault } = connection
  const all: readonly RpcCall[] = [{ method: 'eth_chainId', params: [] }, ...calls]
  try {
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify(all.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    }
    const parsed = await requestWithin(url, request, { timeoutMs, answerBytesMax, signal })
    return readReply(connection, { ...parsed, count: all.length })
  } catch (error) {
    return failureOf(error)
  }
}

type HttpAnswer = HttpResult & { readonly count: number }

function readReply(connection: EvmConnection, { status, text, count }: HttpAnswer): BatchReply {
  if (status === 401 || status === 403) return failed('unauthorized', `status ${status}`)
  if (status === 429) return failed('limited', `status ${status}`)
  if (status === 413) return failed('tooLarge', `status ${status}`)
  const body = parseJson(text)
  if (body === undefined) return failed('silent', `status ${status} with no JSON`)
  const read = readSafely(() => repliesOf(body.value, count))
  if (read.status === 'failed') return read
  const [chain, ...replies] = read.value
  if (chain === undefined) return failed('unreadable', 'the batch reply has no results')
  if (chain.kind === 'error') return failureOfRefusal(chain)
  const chainId = readSafely(() => numberOf(chain.value))
  if (chainId.status === 'failed') return chainId
  if (chainId.value !== connection.chainId) {
    return failed('wrongChain', `chain ${chainId.value} instead of ${connection.chainId}`)
  }
  return { status: 'done', replies }
}

/** Orders replies by our ids. A single error for the whole batch counts for each call. */
function repliesOf(body: unknown, count: number): readonly RpcReply[] {
  if (!Array.isArray(body)) {
    const { error } = fieldsOf(body)
    if (error === undefined) throw new UnreadableError('the batch reply is not a list')
    return Array.from({ length: count }, () => errorOf(error))
  }
  const replies: (RpcReply | undefined)[] = Array.from({ length: count })
  for (const each of body) {
    const { id, result, error } = fieldsOf(each)
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= count) continue
    replies[id] = error == null ? { kind: 'result', value: result } : errorOf(error)
  }
  return replies.map((reply) => {
    if (reply === undefined) throw new UnreadableError('a reply is missing in the batch')
    return reply
  })
}

function errorOf(error: unknown): RpcReply {
  const { code, message } = fieldsOf(error)
  return {
    kind: 'error',
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : '',
  }
}

function failureOf(error: unknown): EvmFailure {
  const code = findSystemCode(error)
  const name = error instanceof Error ? error.name : 'failed'
  if (error instanceof TooLong) return failed('tooLarge', error.message)
  return failed(code !== null && unsentCodes.has(code) ? 'unsent' : 'silent', code ?? name)
}
