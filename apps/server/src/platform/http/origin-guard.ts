/** Checks of every request before its call: the host that it names, and the origin of its page. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOriginAllowed } from './origins.ts'
import { Refusal } from './refusal.ts'
import { buildHeader } from './web-folder.ts'

/**
 * The headers that pages of other origins may read: the clock, the request id, the time to retry, the app's
 * build.
 */
const readableHeaders = `date, x-request-id, retry-after, ${buildHeader}`
/** How long a browser may cache the permission to call; no browser caches it longer. */
const preflightSeconds = 7_200
const preflightHeaders = {
  'access-control-allow-headers':
    'content-type, jwt, x-api-key, x-console, x-passkey, x-vote-code, idempotency-key, accept-language',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': String(preflightSeconds),
} as const

/**
 * Refuses a request with no host or two hosts, with an encoded body, or with a token from a page of a foreign
 * origin. Grants calls of listed foreign origins, and no others (ATT-19).
 */
export function guardHostAndOrigin(allowedOrigins: readonly string[]) {
  const allowed: ReadonlySet<string> = new Set(allowedOrigins)
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (refusal?: Refusal) => void,
  ): void => {
    const { host, origin, jwt, 'content-encoding': encoding = 'identity' } = request.headers
    // Every request but those of HTTP/1.0 must name a host.
    if (host === undefined && request.raw.httpVersion !== '1.0') {
      return done(new Refusal('request.malformed'))
    }
    if (namesTwoHosts(request.raw)) return done(new Refusal('request.malformed'))
    // The server decodes no bodies: a compressed one would be misread.
    if (encoding !== 'identity') return done(new Refusal('request.not_json'))
    if (origin === undefined) return done()
    if (allowed.has(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.headers({ 'access-control-expose-headers': readableHeaders, vary: 'origin' })
      if (request.method === 'OPTIONS') reply.headers(preflightHeaders)
    }
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    // The page is not ours, so it cannot have received the token from us.
    if (jwt !== undefined && !isOriginAllowed(origin, host, allowedOrigins)) {
      return done(new Refusal('request.foreign_origin'))
    }
    done()
  }
}

/** Whether a request has two `Host` headers: a proxy and this server could each use a different one. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0
  // Names and values alternate.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}
