/**
 * Routes that answer this machine alone: mailbox, controls of the local bank, explorer, metrics. They have a
 * separate listener on loopback. The listener at which a request arrived decides, not its headers (M-8).
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../limits/loopback.ts'
import { Refusal } from './refusal.ts'

/** The local listener, beside the public one. */
export type LocalListener = {
  /** Whether a request arrived at the local listener. */
  readonly isLocal: (request: IncomingMessage) => boolean
  /** The address of the exchange, to which the root of the local listener leads. */
  readonly exchangeUrl: string
  /** The port to which local requests at the public listener are redirected; null: they are refused. */
  readonly port: () => number | null
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null for a host whose only listener is on loopback, such as the bank's process. */
    readonly localListener: LocalListener | null
  }
  interface FastifyContextConfig {
    /** The local listener answers this route, too; it answers nothing else. */
    isLocalOnly?: boolean
  }
}

type LocalRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'raw'> & {
  readonly server: { readonly localListener: LocalListener | null }
}

/** The options of a route that answers this machine alone. */
export const localOnly = { onRequest: requireLocal, config: { isLocalOnly: true } } as const

/**
 * True for a request that arrived at the local listener and names this machine as its host: a foreign page
 * may let its own host name resolve to 127.0.0.1 (ATT-40). A request that a proxy forwards never counts.
 */
export function isLocalRequest(request: LocalRequest): boolean {
  const { localListener } = request.server
  return (localListener === null || localListener.isLocal(request.raw)) && hasLocalName(request)
}

/**
 * Refuses requests from other machines. A request from this machine at the public listener is redirected to
 * the local one.
 */
export async function requireLocal(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isLocalRequest(request)) return undefined
  const port = request.server.localListener?.port() ?? null
  if (port === null || !hasLocalName(request)) throw new Refusal('request.not_found')
  // The local listener is only on the IPv4 address.
  const name = nameOf(request) === '[::1]' ? 'localhost' : nameOf(request)
  return reply.redirect(`http://${name}:${port}${request.url}`, temporaryRedirect)
}

/** Repeats the same call at the other address. */
const temporaryRedirect = 307

/** Its pages use the font of the web app. */
const fontPath = /^\/assets\/[\w-]+\.woff2$/

/** The local listener answers no other routes, and no page of another origin (ATT-19). */
export function guardLocalListener(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (refusal?: Refusal) => void,
): void {
  const { localListener } = request.server
  if (localListener?.isLocal(request.raw) !== true) return done()
  const { origin, host } = request.headers
  const isOurs = origin === undefined || origin === `http://${host}`
  // The pages of the local listener link to the exchange by its root.
  if (isOurs && request.url === '/' && hasLocalName(request)) {
    void reply.redirect(localListener.exchangeUrl)
    return
  }
  const isLocalRoute =
    request.routeOptions.config.isLocalOnly === true || fontPath.test(request.url)
  done(
    isOurs && isLocalRoute && hasLocalName(request) ? undefined : new Refusal('request.not_found'),
  )
}

function hasLocalName(request: LocalRequest): boolean {
  return isLoopbackName(nameOf(request)) && !isForwarded(request) && isLoopback(request.ip)
}

/**
 * True if a browser on this machine was led here by a host name that is not ours. The foreign page of that
 * name could read the answer, and could claim that a proxy forwards the request.
 *
 * @param origin the origin of our pages
 */
export function isMisnamed(request: Pick<LocalRequest, 'headers' | 'ip'>, origin: string): boolean {
  if (!isLoopback(request.ip)) return false
  const name = nameOf(request)
  return !isLoopbackName(name) && name.toLowerCase() !== new URL(origin).hostname
}

/** The requested host name, without its port. */
function nameOf({ headers }: Pick<LocalRequest, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d+$/, '')
}

/**
 * Headers by which proxies, balancers and tunnels name themselves or the client: the standard ones (RFC 7239,
 * 8586, 9110), those of nginx, Apache, IIS, Squid, Varnish, Envoy and HAProxy, and those of content delivery
 * networks.
 */
const proxyHeaders =
  /^(?:via|max-forwards|cdn-loop|forwarded|x-forwarded|x-(?:real|client|cluster-client|remote|originating|source|end-user|user)-(?:ip|addr)|(?:true-|x-true-)?client-ip|remote-addr|x-remote-(?:user|host)|(?:x-)?proxy(?:user)?|x-(?:original|rewrite|arr|azure|amz|amzn|appengine|cloud|envoy|varnish|varnish-cache|nginx|squid|bluecoat|vercel|nf|fly|host|forward|http|proto|scheme|script-name|url-scheme|request-start|accel)|cf|fastly|akamai|fly|tailscale|ngrok|front-end-https)(?:-|$)/

/** Whether a proxy between the client and this machine names itself. */
function isForwarded({ headers }: Pick<LocalRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.test(name.toLowerCase()))
}
