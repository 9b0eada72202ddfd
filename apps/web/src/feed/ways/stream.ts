/**
 * The transport over server-sent events. It uses `fetch`, because the token is sent in a header, which the
 * browser's `EventSource` does not support.
 */
import { isRecord, textAt } from '../../api/json.ts'
import { createEventReader } from './event-reader.ts'
import type { OpenTransport } from './way.ts'

/**
 * A browser opens six connections to a server without HTTP/2. More streams than this over all tabs would
 * leave none for placing orders.
 */
const streamsMax = 4

/** Opens a stream; a new subscription replaces it with another one. */
export const openStream: OpenTransport = (plan, handlers) => {
  let subscription = plan.subscription
  let reading: AbortController | null = null
  let isOpen = false

  const read = async (end: AbortController) => {
    const release = await takeTurn()
    if (release === null) return handlers.onLost(null)
    try {
      const code = await follow(end.signal)
      if (!end.signal.aborted) handlers.onLost(code)
    } catch {
      if (!end.signal.aborted) handlers.onLost(null)
    } finally {
      release()
    }
  }

  /** Reads to the end; returns the code of a rejection. */
  const follow = async (signal: AbortSignal): Promise<string | null> => {
    const { base, token, language } = plan
    const response = await fetch(`${base}/realtime/events${buildQuery(subscription)}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': language === '' ? 'en' : language,
        ...(token !== null && { jwt: token }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    if (!response.ok || response.body === null) {
      const body: unknown = await response.json()
      return isRecord(body) ? textAt(body, 'code') : null
    }
    const take = createEventReader((name, payload, no) => {
      if (signal.aborted) return
      // Only after the first data: a proxy may buffer everything.
      if (!isOpen) {
        isOpen = true
        handlers.onOpen()
      }
      if (!signal.aborted) handlers.onEvent(name, payload, no)
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return null
      take(value)
    }
  }

  const start = () => {
    reading?.abort()
    reading = new AbortController()
    read(reading).catch(() => handlers.onLost(null))
  }

  start()
  return {
    send: (name, payload) => {
      if (name !== 'subscribe' || JSON.stringify(payload) === JSON.stringify(subscription)) return
      subscription = payload
      start()
    },
    // A stream has no request that the server could answer.
    measure: () => undefined,
    close: () => reading?.abort(),
  }
}

function buildQuery(subscription: unknown): string {
  if (!isRecord(subscription)) return ''
  const { only } = subscription
  const query = new URLSearchParams({ pair: textAt(subscription, 'pair') })
  if (Array.isArray(only)) query.set('only', only.join(','))
  return `?${query.toString()}`
}

/** Claims one of this browser's streams; null if all are in use. */
async function takeTurn(): Promise<(() => void) | null> {
  // Without the Locks API streams cannot be counted.
  if (!('locks' in navigator)) return () => undefined
  for (let at = 0; at < streamsMax; at += 1) {
    const release = await takeLock(`tukar stream ${at}`)
    if (release !== null) return release
  }
  return null
}

function takeLock(name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
