/**
 * The one socket of this tab. It is opened, watched and opened again here and not by the library, so
 * that pauses are jittered, a dead line is noticed, and the token travels in the handshake alone.
 */
import { io, type Socket } from 'socket.io-client'
import { isRecord } from '../api/json.ts'
import { pauseBeforeMs } from './backoff.ts'

export type LineHandlers = {
  readonly onOpen: () => void
  readonly onClosed: () => void
  /** The line could not be opened; a closed exchange lets nobody in, and says so elsewhere. */
  readonly onShutOut?: () => void
  /** The server refused this token: its session is over. */
  readonly onRefused?: (token: string | null) => void
  /** `no` is the number of an own event, which stands beside its payload. */
  readonly onEvent: (name: string, payload: unknown, no: unknown) => void
}

export type Line = {
  /** Sends an event, if the line is open. */
  readonly send: (name: string, payload: unknown) => void
  /** Asks for an answer and tells how long it took; nothing comes back where none is given. */
  readonly measure: (name: string, onMeasured: (roundTripMs: number) => void) => void
  /** Drops the line and opens it at once, with this token. */
  readonly reopen: (token: string | null) => void
}

const openTimeoutMs = 5_000
/** What the server says to a token whose session is over. */
const endedCode = 'session.invalid'
/** A line that held for so long begins its pauses anew when it is lost. */
const steadyMs = 2_000

export type LinePlan = {
  /** Empty for the page's origin. */
  readonly base: string
  readonly token: string | null
  /** The language in which people are told things. */
  readonly language: string
}

/** Opens the line and keeps it open for as long as there is the worker or page that opened it. */
export function openLine({ base, language, ...plan }: LinePlan, handlers: LineHandlers): Line {
  let { token } = plan
  let socket: Socket | null = null
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let openedAtMs = 0

  const drop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    socket?.removeAllListeners()
    socket?.io.removeAllListeners()
    socket?.disconnect()
    socket = null
  }

  const retry = () => {
    drop()
    if (openedAtMs > 0 && performance.now() - openedAtMs > steadyMs) attempt = 0
    openedAtMs = 0
    timer = setTimeout(connect, pauseBeforeMs(attempt, Math.random()))
    attempt += 1
  }

  const connect = () => {
    drop()
    const next = io(base === '' ? self.location.origin : base, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: openTimeoutMs,
      auth: token === null ? {} : { token, language },
    })
    next.on('connect', () => {
      openedAtMs = performance.now()
      handlers.onOpen()
    })
    const lose = () => {
      handlers.onClosed()
      retry()
    }
    next.on('connect_error', (error: Error & { readonly data?: unknown }) => {
      lose()
      handlers.onShutOut?.()
      if (isRecord(error.data) && error.data['code'] === endedCode) handlers.onRefused?.(token)
    })
    next.on('disconnect', lose)
    next.onAny(handlers.onEvent)
    socket = next
  }

  connect()
  return {
    send: (name, payload) => socket?.connected === true && socket.emit(name, payload),
    measure: (name, onMeasured) => {
      if (socket?.connected !== true) return
      const startedAt = performance.now()
      socket.volatile.emit(name, () => onMeasured(Math.round(performance.now() - startedAt)))
    },
    reopen: (nextToken) => {
      token = nextToken
      attempt = 0
      handlers.onClosed()
      connect()
    },
  }
}
