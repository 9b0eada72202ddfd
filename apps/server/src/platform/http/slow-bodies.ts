/**
 * How slowly a body may arrive (ATT-41): a usual one within half a minute, a large file for as long as data
 * keep coming. The largest recording takes minutes on a slow connection.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { HttpHost } from './host.ts'

/** The maximum time for any request to arrive; longer than our pages wait for a file. */
export const requestMsMax = 900_000

export type Pace = {
  /** The limit for a whole usual body. */
  readonly wholeMs: number
  /** The minimum rate of a large file: `stretchBytesMin` bytes in each `stretchMs`. */
  readonly stretchMs: number
  readonly stretchBytesMin: number
}

/** A quarter of a megabit per second; a slower connection cannot send a video. */
const usual: Pace = { wholeMs: 30_000, stretchMs: 10_000, stretchBytesMin: 320_000 }
/** The maximum time for the answer to a large file, which is queued and checked. */
const answerMs = 120_000

const watches = new WeakMap<IncomingMessage, { readonly end: () => void; readonly pace: Pace }>()
/** Bodies that began in this turn of the event loop: nearly all of them end in it too. */
let begun: { readonly raw: IncomingMessage; readonly pace: Pace }[] = []

/** Cuts connections that send a body too slowly. */
export function limitBodies(http: HttpHost, pace: Pace = usual): void {
  http.addHook('onRequest', (request, _, done) => {
    if (hasBody(request)) {
      if (begun.length === 0) setImmediate(watchBegun)
      begun.push({ raw: request.raw, pace })
    }
    done()
  })
}

/** Watches the bodies that are still arriving: a timer for each would cost more than reading most bodies. */
function watchBegun(): void {
  const bodies = begun
  begun = []
  for (const { raw, pace } of bodies) {
    if (raw.complete || raw.destroyed) continue
    // Unref'd, so that this timer does not keep an ending server alive.
    const timer = setTimeout(() => cut(raw), pace.wholeMs).unref()
    watch(raw, pace, () => clearTimeout(timer))
  }
}

/** Allows this request's body to take long, as long as data keep coming, and its answer, too. */
export function takeSlowly({ raw }: FastifyRequest): void {
  const { socket } = raw
  // Injected requests within the process have no connection.
  if (!(socket instanceof Socket)) return
  socket.setTimeout(answerMs)
  watchBegun()
  const known = watches.get(raw)
  if (known === undefined) return
  known.end()
  const { pace } = known
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const now = socket.bytesRead
    if (now - before < pace.stretchBytesMin) cut(raw)
    before = now
  }, pace.stretchMs).unref()
  watch(raw, pace, () => clearInterval(timer))
}

function watch(raw: IncomingMessage, pace: Pace, end: () => void): void {
  watches.set(raw, { end, pace })
  raw.once('end', end)
  raw.once('close', end)
}

function hasBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return coding !== undefined || length !== '0'
}

function cut(raw: IncomingMessage): void {
  if (!raw.complete) raw.destroy()
}
