/** One HTTP call to an external service, with a time limit that the service cannot extend. */
import { textWithin } from './answers.ts'

export type RequestLimits = {
  /** For the whole call, including the last byte of the answer, in milliseconds. */
  readonly timeoutMs: number
  /** After decompression. */
  readonly answerBytesMax: number
  /** Ends the call from our side. */
  readonly signal?: AbortSignal | undefined
}

export type HttpResult = { readonly status: number; readonly text: string }

/**
 * Sends a request and reads the whole answer; follows no redirect.
 * The timeout is enforced here, also while reading: a signal that is only passed to `fetch` may be
 * garbage-collected after the answer's head, and a slow body would then be read without end
 * (https://github.com/nodejs/node/issues/55428).
 *
 * @throws TooLong if the answer exceeds its limit; a DOMException named TimeoutError; the reason of `signal`;
 * errors of `fetch`
 */
export async function requestWithin(
  url: string,
  request: Omit<RequestInit, 'signal' | 'redirect'>,
  { timeoutMs, answerBytesMax, signal }: RequestLimits,
): Promise<HttpResult> {
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new DOMException('no whole answer in time', 'TimeoutError')),
    timeoutMs,
  )
  const leave = signal === undefined ? null : endWith(signal, deadline)
  try {
    const { signal: end } = deadline
    const response = await fetch(url, { ...request, redirect: 'error', signal: end })
    return { status: response.status, text: await textWithin(response, answerBytesMax, end) }
  } finally {
    clearTimeout(timer)
    leave?.()
  }
}

/** Calls under way per signal: one listener for all of them, and none while there are no calls. */
const callsBySignal = new WeakMap<AbortSignal, Set<AbortController>>()

/** Aborts a call with this signal; the returned function marks it as finished. */
function endWith(signal: AbortSignal, call: AbortController): () => void {
  if (signal.aborted) call.abort(signal.reason)
  const calls = callsBySignal.get(signal) ?? followed(signal)
  calls.add(call)
  return () => {
    calls.delete(call)
    if (calls.size > 0) return
    signal.removeEventListener('abort', endCalls)
    callsBySignal.delete(signal)
  }
}

function followed(signal: AbortSignal): Set<AbortController> {
  const calls = new Set<AbortController>()
  callsBySignal.set(signal, calls)
  signal.addEventListener('abort', endCalls)
  return calls
}

function endCalls(this: AbortSignal): void {
  for (const call of callsBySignal.get(this) ?? []) call.abort(this.reason)
}
