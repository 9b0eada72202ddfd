/** The record of each request: metrics, and a log line without address, header, query or body. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../logging/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { HttpHost } from './host.ts'
import { Refusal } from './refusal.ts'
import { localOnly } from './local-only.ts'

/** Requests that took longer are logged as `info`. Attackers who guess are slowed on purpose. */
const slowMs = 1_000
const serverFault = 500
const notNow = 503

/**
 * Counts each request and logs it: as `debug`, a slow one as `info`, a failed one as `warn`. A stream lasts
 * as long as its reader stays, so it is neither counted nor slow.
 */
export function followRequests(http: HttpHost, metrics: Metrics, log: Log): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    if (isStream(reply)) return done()
    // The registered route: the requested URL may contain private data.
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

/** What allows a reader of `GET /metrics`: the token, or the local listener. */
export type MetricsAccess = { readonly token: string | null }

/** Serves `GET /metrics`; to all others the path does not exist. */
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
