/**
 * The one connection of this tab. It is opened, watched and opened again here and not by a library, so
 * that pauses are jittered and a dead line is noticed. Where a network lets no sockets through, frames come
 * as server-sent events, until a socket that is tried beside them works.
 */
import { pauseBeforeMs } from './backoff.ts'
import { openSocket } from './ways/socket.ts'
import { firstWays, probePauseMs, type WayEnd, waysAfter } from './ways/way-rule.ts'
import type { OpenTransport, Transport, TransportHandlers, Way } from './ways/way.ts'

export type LineHandlers = {
  readonly onOpen: (way: Way) => void
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
  /** Nothing came for too long: drops the line and opens it again. */
  readonly drop: () => void
}

/** What the server says to a token whose session is over. */
const endedCode = 'session.invalid'
/** A line that held for so long begins its pauses again when it is lost. */
const steadyMs = 2_000
/** A line that brings nothing for so long is none; the server says something each second. */
const barrenMs = 6_000
/** A socket that is tried beside a stream has to bring so many heartbeats. */
const probeBeats = 2

export type LinePlan = {
  /** Empty for the page's origin. */
  readonly base: string
  readonly token: string | null
  /** The language in which people are told things. */
  readonly language: string
}

/** Opens a stream; its code is fetched when it is first needed. */
const openStreamLater: OpenTransport = (plan, handlers) => {
  let transport: Transport | null = null
  let isClosed = false
  let { subscription } = plan
  const open = async () => {
    const { openStream } = await import('./ways/stream.ts')
    if (!isClosed) transport = openStream({ ...plan, subscription }, handlers)
  }
  open().catch(() => !isClosed && handlers.onLost(null))
  return {
    send: (name, payload) => {
      if (name === 'subscribe') subscription = payload
      transport?.send(name, payload)
    },
    measure: () => undefined,
    close: () => {
      isClosed = true
      transport?.close()
    },
  }
}

/** Opens the line and keeps it open for as long as there is the worker or page that opened it. */
export function openLine(plan: LinePlan, handlers: LineHandlers): Line {
  return new OpenLine(plan, handlers)
}

type Timer = ReturnType<typeof setTimeout>

class OpenLine implements Line {
  readonly #plan: LinePlan
  readonly #handlers: LineHandlers
  #token: string | null
  #subscription: unknown = null
  #ways = firstWays
  #transport: Transport | null = null
  #probe: Transport | null = null
  #probes = 0
  #attempt = 0
  #openedAtMs = 0
  #hasHeard = false
  #retryTimer: Timer | undefined
  #barrenTimer: Timer | undefined
  #probeTimer: Timer | undefined

  constructor(plan: LinePlan, handlers: LineHandlers) {
    this.#plan = plan
    this.#handlers = handlers
    this.#token = plan.token
    this.#connect()
  }

  readonly send = (name: string, payload: unknown): void => {
    if (name === 'subscribe') this.#subscription = payload
    this.#transport?.send(name, payload)
  }

  readonly measure: Line['measure'] = (name, onMeasured) =>
    this.#transport?.measure(name, onMeasured)

  readonly reopen = (token: string | null): void => {
    this.#token = token
    this.#attempt = 0
    this.#handlers.onClosed()
    this.#connect()
  }

  readonly drop = (): void => this.#lose('silent', null)

  #close(): void {
    for (const timer of [this.#retryTimer, this.#barrenTimer, this.#probeTimer]) clearTimeout(timer)
    this.#transport?.close()
    this.#probe?.close()
    this.#transport = null
    this.#probe = null
  }

  #open(open: OpenTransport, handlers: TransportHandlers): Transport {
    const { base, language } = this.#plan
    const subscription = this.#subscription
    return open({ base, language, token: this.#token, subscription }, handlers)
  }

  #connect(): void {
    this.#close()
    this.#openedAtMs = 0
    this.#hasHeard = false
    const { way } = this.#ways
    this.#barrenTimer = setTimeout(() => this.#lose('barren', null), barrenMs)
    this.#transport = this.#open(way === 'socket' ? openSocket : openStreamLater, {
      onOpen: () => this.#opened(way),
      onLost: (code) => this.#lose('lost', code),
      onEvent: this.#heard,
    })
  }

  #opened(way: Way): void {
    this.#openedAtMs = performance.now()
    this.#probes = 0
    if (way === 'stream') this.#probeLater()
    this.#handlers.onOpen(way)
  }

  readonly #heard: TransportHandlers['onEvent'] = (name, payload, no) => {
    this.#hasHeard = true
    clearTimeout(this.#barrenTimer)
    this.#handlers.onEvent(name, payload, no)
  }

  #lose(how: 'barren' | 'silent' | 'lost', code: string | null): void {
    const wasOpen = this.#openedAtMs > 0
    const heldMs = wasOpen ? performance.now() - this.#openedAtMs : 0
    const isRefused = code !== null && code !== ''
    const cause: WayEnd['cause'] = isRefused ? 'refused' : this.#hasHeard ? how : 'barren'
    this.#ways = waysAfter(this.#ways, { cause, heldMs })
    this.#close()
    this.#handlers.onClosed()
    if (heldMs > steadyMs) this.#attempt = 0
    this.#openedAtMs = 0
    const pauseMs = pauseBeforeMs(this.#attempt, Math.random())
    this.#attempt += 1
    this.#retryTimer = setTimeout(() => this.#connect(), pauseMs)
    if (!wasOpen) this.#handlers.onShutOut?.()
    if (code === endedCode) this.#handlers.onRefused?.(this.#token)
  }

  #probeLater(): void {
    clearTimeout(this.#probeTimer)
    this.#probeTimer = setTimeout(() => this.#tryQuietly(), probePauseMs(this.#probes))
    this.#probes += 1
  }

  /** Opens a socket beside the stream, and takes it instead once it brings what it should. */
  #tryQuietly(): void {
    let beats = 0
    let isTaken = false
    const fail = () => {
      this.#probe?.close()
      this.#probe = null
      this.#probeLater()
    }
    this.#probeTimer = setTimeout(fail, barrenMs)
    const socket = this.#open(openSocket, {
      onOpen: () => undefined,
      onLost: (code) => (isTaken ? this.#lose('lost', code) : fail()),
      onEvent: (name, payload, no) => {
        if (isTaken) return this.#heard(name, payload, no)
        if (name === 'heartbeat') beats += 1
        if (beats < probeBeats) return
        isTaken = true
        this.#take(socket)
      },
    })
    this.#probe = socket
  }

  #take(socket: Transport): void {
    this.#probe = null
    this.#close()
    this.#transport = socket
    this.#ways = firstWays
    this.#opened('socket')
  }
}
