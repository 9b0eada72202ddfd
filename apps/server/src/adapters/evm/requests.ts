/**
 * Calls to a node: one HTTP request with a batch, whose first call always asks for the chain's id. So each
 * answer proves by itself that it comes from our chain, whatever stands behind the address by now (ATT-78).
 * Plain JSON-RPC: of each failure we have to know what it means, and the usual client weighs more than the
 * server may still grow.
 */
import { parseJson, findSystemCode, TooLong, unsentCodes } from '../../platform/external/answers.ts'
import { type HttpResult, requestWithin } from '../../platform/external/request.ts'
import type { Health } from '../../platform/external/health.ts'
import { fieldsOf, numberOf, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmFailure, EvmFailureKind } from './port.ts'

/** A block of Ethereum with all its transactions is about half a megabyte, seldom two. */
const answerBytesMaxDefault = 32_000_000
const reasonCharsMax = 200
/** Calls in one request, the one for the chain's id not counted. */
export const callsPerRequestMax = 50
/** What a quote asks at once. */
export const callsPerRequestMin = 3

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

export type RpcReply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }

/** What came of a request: one reply a call, in their order, or nothing at all. */
export type BatchReply =
  | { readonly status: 'done'; readonly replies: readonly RpcReply[] }
  | EvmFailure

export type Line = {
  /** Asked for again at each call; null while nobody is there. */
  readonly url: () => string | null
  /** The value of the header of that name, for nodes that want a key. */
  readonly authorization?: string
  readonly chainId: number
  readonly timeoutMs: number
  readonly answerBytesMax?: number
  /** Fewer than usual, for nodes that take no more; at least 3. */
  readonly callsPerRequest?: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly health: Health
}

/** Makes one request of at most `callsPerRequestMax` calls; never rejects, but with `RangeError` for more. */
export async function callBatch(line: Line, calls: readonly RpcCall[]): Promise<BatchReply> {
  if (calls.length > callsPerRequestMax) throw new RangeError('too many calls in one request')
  const from = performance.now()
  const reply = await attempt(line, calls)
  const isAnswered = reply.status === 'done' || reply.kind === 'tooLarge'
  const isOurEnd = line.signal?.aborted === true
  if (!isOurEnd) line.health.note(performance.now() - from, isAnswered)
  return reply
}

/**
 * Asks any number of calls, request after request, and reads all results at once; any call's refusal is the
 * failure of the whole.
 *
 * @param read gets one result a call; throws `UnreadableError` for what makes no sense
 */
export async function ask<T>(
  line: Line,
  calls: readonly RpcCall[],
  read: (results: readonly unknown[]) => T,
): Promise<EvmAnswer<T>> {
  const { callsPerRequest = callsPerRequestMax } = line
  const results: unknown[] = []
  for (let at = 0; at < calls.length; at += callsPerRequest) {
    const reply = await callBatch(line, calls.slice(at, at + callsPerRequest))
    if (reply.status === 'failed') return reply
    for (const each of reply.replies) {
      if (each.kind === 'error') return failureOfRefusal(each)
      results.push(each.value)
    }
  }
  return readSafely(() => read(results))
}

/** What a reader gives, or the failure that it makes no sense. */
export function readSafely<T>(read: () => T): EvmAnswer<T> {
  try {
    return { status: 'done', value: read() }
  } catch (error) {
    if (error instanceof UnreadableError) return failed('unreadable', error.message)
    throw error
  }
}

/** A failure with its reason, cut to what a log may hold. */
export function failed(kind: EvmFailureKind, reason: string): EvmFailure {
  return { status: 'failed', kind, reason: reason.slice(0, reasonCharsMax) }
}

/** What a call's refusal means for a question; of sending see `outcomes.ts`. */
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

async function attempt(line: Line, calls: readonly RpcCall[]): Promise<BatchReply> {
  if (line.signal?.aborted === true) return failed('unsent', 'the server is stopping')
  const url = line.url()
  if (url === null) return failed('unsent', 'nobody listens yet')
  const { authorization, timeoutMs, signal, answerBytesMax = answerBytesMaxDefault } = line
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
    const asked = await requestWithin(url, request, { timeoutMs, answerBytesMax, signal })
    return readReply(line, { ...asked, count: all.length })
  } catch (error) {
    return failureOf(error)
  }
}

type HttpAnswer = HttpResult & { readonly count: number }

function readReply(line: Line, { status, text, count }: HttpAnswer): BatchReply {
  if (status === 401 || status === 403) return failed('unauthorized', `status ${status}`)
  if (status === 429) return failed('limited', `status ${status}`)
  if (status === 413) return failed('tooLarge', `status ${status}`)
  const body = parseJson(text)
  if (body === undefined) return failed('silent', `status ${status} with no JSON`)
  const read = readSafely(() => repliesOf(body.value, count))
  if (read.status === 'failed') return read
  const [chain, ...replies] = read.value
  if (chain === undefined) return failed('unreadable', 'no answers')
  if (chain.kind === 'error') return failureOfRefusal(chain)
  const chainId = readSafely(() => numberOf(chain.value))
  if (chainId.status === 'failed') return chainId
  if (chainId.value !== line.chainId) {
    return failed('wrongChain', `chain ${chainId.value} instead of ${line.chainId}`)
  }
  return { status: 'done', replies }
}

/** Replies by the ids that we gave. One error for all of them stands for each. */
function repliesOf(body: unknown, count: number): readonly RpcReply[] {
  if (!Array.isArray(body)) {
    const { error } = fieldsOf(body)
    if (error === undefined) throw new UnreadableError('no list of answers')
    return Array.from({ length: count }, () => errorOf(error))
  }
  const replies: (RpcReply | undefined)[] = Array.from({ length: count })
  for (const each of body) {
    const { id, result, error } = fieldsOf(each)
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= count) continue
    replies[id] = error == null ? { kind: 'result', value: result } : errorOf(error)
  }
  return replies.map((reply) => {
    if (reply === undefined) throw new UnreadableError('an answer is missing')
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
