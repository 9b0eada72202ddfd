/** One call to a party outside over HTTP, which ends when its time is over, whatever the party does. */
import { textWithin } from './answers.ts'

export type AskLimits = {
  /** For the whole of it, the last byte of the answer included, in milliseconds. */
  readonly timeoutMs: number
  /** Once unpacked. */
  readonly answerBytesMax: number
  /** Ends the call from our side. */
  readonly signal?: AbortSignal | undefined
}

export type Asked = { readonly status: number; readonly text: string }

/**
 * Sends a request and reads its answer whole; follows no redirect.
 *
 * The deadline is held here and ends the reading by itself: a signal that is only handed to `fetch` may be
 * collected once the head of the answer is there, and what then drips in is waited for without end
 * (https://github.com/nodejs/node/issues/55428).
 *
 * @throws TooLong where the answer is longer than it may be; a DOMException named TimeoutError; the
 *   reason of `signal`; what `fetch` throws where nobody answers
 */
export async function askWithin(
  url: string,
  request: Omit<RequestInit, 'signal' | 'redirect'>,
  { timeoutMs, answerBytesMax, signal }: AskLimits,
): Promise<Asked> {
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

/** The calls under way that a signal ends: one listener of it for all of them, and none while there is no call. */
const callsOf = new WeakMap<AbortSignal, Set<AbortController>>()

/** Ends a call with this signal; the returned function says that it is over. */
function endWith(signal: AbortSignal, call: AbortController): () => void {
  if (signal.aborted) call.abort(signal.reason)
  const calls = callsOf.get(signal) ?? followed(signal)
  calls.add(call)
  return () => {
    calls.delete(call)
    if (calls.size > 0) return
    signal.removeEventListener('abort', endCalls)
    callsOf.delete(signal)
  }
}

function followed(signal: AbortSignal): Set<AbortController> {
  const calls = new Set<AbortController>()
  callsOf.set(signal, calls)
  signal.addEventListener('abort', endCalls)
  return calls
}

function endCalls(this: AbortSignal): void {
  for (const call of callsOf.get(this) ?? []) call.abort(this.reason)
}
