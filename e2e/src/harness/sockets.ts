/** A socket as a page opens one: socket.io, signed in by its handshake, its events kept in order. */
import { io, type Socket } from 'socket.io-client'
import type { Json, JsonObject } from './http.ts'
import { headersOfToken, isObject } from './http.ts'
import { patienceMs, until } from './until.ts'

export type Heard = { readonly event: string; readonly data: Json; readonly atMs: number }

export type Listener = {
  readonly socket: Socket
  readonly heard: readonly Heard[]
  /** All that came under this name so far. */
  of(event: string): readonly Json[]
  /** Waits for an event whose payload passes; looks at what has come already too. */
  wait(event: string, passes: (data: JsonObject) => boolean, withinMs?: number): Promise<JsonObject>
  /** Forgets what has come so far. */
  clear(): void
  close(): void
}

export type SocketOptions = {
  readonly token?: string
  /** Markets to join, by their pair. */
  readonly pairs?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

const heardMax = 20_000

/** Opens a socket and waits until it is connected. Rejects if the server refuses it. */
export async function openSocket(base: string, options: SocketOptions = {}): Promise<Listener> {
  const socket = io(base, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: true,
    ...(options.token === undefined ? {} : { auth: { token: options.token } }),
    extraHeaders: { ...headersOfToken(options.token), ...options.headers },
  })
  const heard: Heard[] = []
  socket.onAny((event: string, data: Json) => {
    heard.push({ event, data, atMs: performance.now() })
    if (heard.length > heardMax) heard.shift()
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
    heard,
    of: (event) => heard.filter((one) => one.event === event).map(({ data }) => data),
    wait: (event, passes, withinMs = patienceMs) =>
      until(
        `socket event ${event}`,
        () =>
          heard
            .filter((one) => one.event === event)
            .map(({ data }) => data)
            .find((data): data is JsonObject => isObject(data) && passes(data)),
        { withinMs, everyMs: 5 },
      ),
    clear: () => heard.splice(0),
    close: () => {
      socket.close()
    },
  }
}
