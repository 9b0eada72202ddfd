/** The ways on which frames come: a socket, or server-sent events where a network lets no socket through. */

export type Way = 'socket' | 'stream'

export type TransportPlan = {
  /** Empty for the page's origin. */
  readonly base: string
  readonly token: string | null
  /** The language in which people are told things. */
  readonly language: string
  /** What `subscribe` said last, null before it said anything. */
  readonly subscription: unknown
}

export type TransportHandlers = {
  readonly onOpen: () => void
  /** It ended by itself; the code says why the server let nobody in, null for any other cause. */
  readonly onLost: (code: string | null) => void
  /** `no` is the number of an own event, which stands beside its payload. */
  readonly onEvent: (name: string, payload: unknown, no: unknown) => void
}

export type Transport = {
  readonly send: (name: string, payload: unknown) => void
  /** Tells how long an answer took; nothing comes back where none is given. */
  readonly measure: (name: string, onMeasured: (roundTripMs: number) => void) => void
  /** Ends it without a word. */
  readonly close: () => void
}

export type OpenTransport = (plan: TransportPlan, handlers: TransportHandlers) => Transport
