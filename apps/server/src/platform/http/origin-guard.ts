/** What is looked at of every request before its call: the host that it names, and the page that it comes from. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOriginAllowed } from './origins.ts'
import { Refusal } from './refusal.ts'
import { buildHeader } from './web-folder.ts'

/** What pages of other origins may read of an answer: the clock, the log line, when to come again, the app's build. */
const readableHeaders = `date, x-request-id, retry-after, ${buildHeader}`
/** How long a browser need not ask again whether it may call; no browser keeps it longer. */
const preflightSeconds = 7_200
const preflightHeaders = {
  'access-control-allow-headers':
    'content-type, jwt, x-api-key, x-console, x-passkey, x-vote-code, idempotency-key, accept-language',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': String(preflightSeconds),
} as const

/**
 * Refuses who names no host or two, packs the body, or sends a token from a page of a foreign origin; answers
 * calls of listed foreign origins with permission, and gives others none (ATT-19).
 */
export function guardHostAndOrigin(allowedOrigins: readonly string[]) {
  const allowed: ReadonlySet<string> = new Set(allowedOrigins)
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (refusal?: Refusal) => void,
  ): void => {
    const { host, origin, jwt, 'content-encoding': encoding = 'identity' } = request.headers
    // Which host is asked is a part of every request but the oldest kind.
    if (host === undefined && request.raw.httpVersion !== '1.0') {
      return done(new Refusal('request.malformed'))
    }
    if (namesTwoHosts(request.raw)) return done(new Refusal('request.malformed'))
    // Nothing is unpacked here: what is packed would be read as something else.
    if (encoding !== 'identity') return done(new Refusal('request.not_json'))
    if (origin === undefined) return done()
    if (allowed.has(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.headers({ 'access-control-expose-headers': readableHeaders, vary: 'origin' })
      if (request.method === 'OPTIONS') reply.headers(preflightHeaders)
    }
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    // No page of ours: whoever has the token there did not get it from us.
    if (jwt !== undefined && !isOriginAllowed(origin, host, allowedOrigins)) {
      return done(new Refusal('request.foreign_origin'))
    }
    done()
  }
}

/** Whether a request has two `Host` headers: a proxy and this server might each believe another one. */
export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0
  // Names and values take turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}
