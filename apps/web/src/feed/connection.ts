/**
 * The connection of this tab. It is opened, watched and reopened here instead of by a library, so that
 * retries are jittered and a silent connection is noticed. If the network blocks sockets, frames come as
 * server-sent events until a socket works again.
 */
import { backoffMs } from './backoff.ts'
import { openSocket } from './ways/socket.ts'
import { firstWays, probeDelayMs, type WayEnd, waysAfter } from './ways/way-rule.ts'
import type { OpenTransport, Transport, TransportHandlers, Way } from './ways/way.ts'

export type ConnectionHandlers = {
  readonly onOpen: (way: Way) => void
  readonly onClosed: () => void
  /**
   * The connection could not be opened, for example during maintenance; the status call reports the reason.
   */
  readonly onShutOut?: () => void
  /** The server rejected this token: its session has ended. */
  readonly onRefused?: (token: string | null) => void
  /** `no` is the sequence number of a user event; it comes beside the payload. */
  readonly onEvent: (name: string, payload: unknown, no: unknown) => void
}

export type Connection = {
  /** Sends an event if the connection is open. */
  readonly send: (name: string, payload: unknown) => void
  /** Measures a round trip; `onMeasured` is not called if no answer comes. */
  readonly measure: (name: string, onMeasured: (roundTripMs: number) => void) => void
  /** Closes the connection and opens it again at once, with this token. */
  readonly reopen: (token: string | null) => void
  /** Closes a silent connection and opens it again after a delay. */
  readonly drop: () => void
}

/** The server's code for a token whose session has ended. */
const endedCode = 'session.invalid'
/** A connection that was open for longer than this resets the backoff. */
const steadyMs = 2_000
/** A connection without any event for this long has failed: the server sends one each second. */
const barrenMs = 6_000
/** A socket that is probed beside a stream must bring this many heartbeats. */
const probeBeats = 2

export type ConnectionPlan = {
  /** Empty for the page's origin. */
  readonly base: string
  readonly token: string | null
  /** The language of notifications. */
  readonly language: string
}

/** Opens a stream of server-sent events; its code is fetched on first use. */
const openStreamOnDemand: OpenTransport = (plan, handlers) => {
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

/** Opens the connection and keeps it open for the life of the worker or page. */
export function openConnection(plan: ConnectionPlan, handlers: ConnectionHandlers): Connection {
  return new ReopeningConnection(plan, handlers)
}

type Timer = ReturnType<typeof setTimeout>

class ReopeningConnection implements Connection {
  readonly #plan: ConnectionPlan
  readonly #handlers: ConnectionHandlers
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

  constructor(plan: ConnectionPlan, handlers: ConnectionHandlers) {
    this.#plan = plan
    this.#handlers = handlers
    this.#token = plan.token
    this.#connect()
  }

  readonly send = (name: string, payload: unknown): void => {
    if (name === 'subscribe') this.#subscription = payload
    this.#transport?.send(name, payload)
  }

  readonly measure: Connection['measure'] = (name, onMeasured) =>
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
    this.#transport = this.#open(way === 'socket' ? openSocket : openStreamOnDemand, {
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
    const delayMs = backoffMs(this.#attempt, Math.random())
    this.#attempt += 1
    this.#retryTimer = setTimeout(() => this.#connect(), delayMs)
    if (!wasOpen) this.#handlers.onShutOut?.()
    if (code === endedCode) this.#handlers.onRefused?.(this.#token)
  }

  #probeLater(): void {
    clearTimeout(this.#probeTimer)
    this.#probeTimer = setTimeout(() => this.#tryQuietly(), probeDelayMs(this.#probes))
    this.#probes += 1
  }

  /** Opens a socket beside the stream and switches to it once it has brought enough heartbeats. */
  #tryQuietly(): void {
    let beats = 0
    let isInUse = false
    const fail = () => {
      this.#probe?.close()
      this.#probe = null
      this.#probeLater()
    }
    this.#probeTimer = setTimeout(fail, barrenMs)
    const socket = this.#open(openSocket, {
      onOpen: () => undefined,
      onLost: (code) => (isInUse ? this.#lose('lost', code) : fail()),
      onEvent: (name, payload, no) => {
        if (isInUse) return this.#heard(name, payload, no)
        if (name === 'heartbeat') beats += 1
        if (beats < probeBeats) return
        isInUse = true
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
