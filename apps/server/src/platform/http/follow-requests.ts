/** What is kept of each request: figures, and a log line that holds no address, header, query or body. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../logging/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'
import { localOnly } from './local-only.ts'

/** Requests that took longer are worth a line; those of guessers are slowed on purpose. */
const slowMs = 1_000
const serverFault = 500
const notNow = 503

/**
 * Counts each request; logs it as `debug`, one that took long as `info`, a failed one as `warn`. A stream lasts as long
 * as its reader stays, which says nothing of us: it is neither counted nor slow.
 */
export function followRequests(http: HttpHost, metrics: Metrics, log: Log): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    if (isStream(reply)) return done()
    // The route as registered: an address as it was sent may hold what is nobody's business.
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime: tookMs } = reply
    metrics.countRequest(method, route, status, tookMs)
    const isFault = status >= serverFault && status !== notNow
    const level = isFault ? 'warn' : tookMs > slowMs ? 'info' : 'debug'
    log[level]({ requestId, method, route, status, tookMs: Math.round(tookMs) }, 'request')
    done()
  })
}

function isStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type')?.toString().startsWith('text/event-stream') === true
}

/** How `GET /metrics` knows its reader: by the token, or by the door for this machine that he came in by. */
export type MetricsAccess = { readonly token: string | null }

/** Serves `GET /metrics`; to everybody else there is nothing at that address. */
export function registerMetrics(http: HttpHost, metrics: Metrics, { token }: MetricsAccess): void {
  const byToken = { onRequest: onlyWith(token ?? ''), config: { isLocalOnly: true } }
  http.get('/metrics', token === null ? localOnly : byToken, async (_, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  )
}

function onlyWith(token: string) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    if (!isToken(headers.authorization ?? '', `Bearer ${token}`)) {
      throw new Refusal('request.not_found')
    }
  }
}

function isToken(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
