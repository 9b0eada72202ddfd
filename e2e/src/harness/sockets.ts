/**
 * A socket as a page opens one: socket.io, authenticated in the handshake. Its events are recorded in order.
 */
import { io, type Socket } from 'socket.io-client'
import type { Json, JsonObject } from './http.ts'
import { headersOfToken, isObject } from './http.ts'
import { patienceMs, until } from './until.ts'

export type ReceivedEvent = { readonly event: string; readonly data: Json; readonly atMs: number }

export type Listener = {
  readonly socket: Socket
  readonly received: readonly ReceivedEvent[]
  /** All payloads of this event so far. */
  of(event: string): readonly Json[]
  /** Waits for an event whose payload passes. Earlier events count, too. */
  wait(event: string, passes: (data: JsonObject) => boolean, withinMs?: number): Promise<JsonObject>
  /** Discards the events received so far. */
  clear(): void
  close(): void
}

export type SocketOptions = {
  readonly token?: string
  /** Markets to join, by their pair. */
  readonly pairs?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

const receivedMax = 20_000

/** Opens a socket and waits until it is connected. Rejects if the server refuses it. */
export async function openSocket(base: string, options: SocketOptions = {}): Promise<Listener> {
  const socket = io(base, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: true,
    ...(options.token === undefined ? {} : { auth: { token: options.token } }),
    extraHeaders: { ...headersOfToken(options.token), ...options.headers },
  })
  const received: ReceivedEvent[] = []
  socket.onAny((event: string, data: Json) => {
    received.push({ event, data, atMs: performance.now() })
    if (received.length > receivedMax) received.shift()
  })
  socket.on('connect', () => {
    for (const pair of options.pairs ?? []) socket.emit('subscribe', { pair })
  })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no connection in time')), patienceMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.once('connect_error', (error) => {
      clearTimeout(timer)
      socket.close()
      reject(error)
    })
  })
  return {
    socket,
    received,
    of: (event) => received.filter((one) => one.event === event).map(({ data }) => data),
    wait: (event, passes, withinMs = patienceMs) =>
      until(
        `socket event ${event}`,
        () =>
          received
            .filter((one) => one.event === event)
            .map(({ data }) => data)
            .find((data): data is JsonObject => isObject(data) && passes(data)),
        { withinMs, everyMs: 5 },
      ),
    clear: () => received.splice(0),
    close: () => {
      socket.close()
    },
  }
}
