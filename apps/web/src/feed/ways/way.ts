/** The transports for frames: a socket, or server-sent events where the network blocks sockets. */

export type Way = 'socket' | 'stream'

export type TransportPlan = {
  /** Empty for the page's origin. */
  readonly base: string
  readonly token: string | null
  /** The language of notifications. */
  readonly language: string
  /** The last payload of `subscribe`; null before the first. */
  readonly subscription: unknown
}

export type TransportHandlers = {
  readonly onOpen: () => void
  /** The transport closed. The code is the server's reason for a rejection; null for any other cause. */
  readonly onLost: (code: string | null) => void
  /** `no` is the sequence number of a user event; it comes beside the payload. */
  readonly onEvent: (name: string, payload: unknown, no: unknown) => void
}

export type Transport = {
  readonly send: (name: string, payload: unknown) => void
  /** Measures a round trip; `onMeasured` is not called if no answer comes. */
  readonly measure: (name: string, onMeasured: (roundTripMs: number) => void) => void
  /** Closes the transport without a callback. */
  readonly close: () => void
}

export type OpenTransport = (plan: TransportPlan, handlers: TransportHandlers) => Transport
