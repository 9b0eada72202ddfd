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
  const stop = (): void => deadline.abort(signal?.reason)
  const timer = setTimeout(
    () => deadline.abort(new DOMException('no whole answer in time', 'TimeoutError')),
    timeoutMs,
  )
  signal?.addEventListener('abort', stop)
  if (signal?.aborted === true) stop()
  try {
    const { signal: end } = deadline
    const response = await fetch(url, { ...request, redirect: 'error', signal: end })
    return { status: response.status, text: await textWithin(response, answerBytesMax, end) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
