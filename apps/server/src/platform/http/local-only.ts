/**
 * What answers this machine alone: mailbox, controls of the local bank, explorer, figures. It has a listener of its own
 * on loopback; which listener a request came in by decides, and nothing that it says or leaves out (M-8).
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../limits/loopback.ts'
import { Refusal } from './refusal.ts'

/** The listener of the doors, beside the one of everybody. */
export type LocalListener = {
  /** Whether a request came in by it. */
  readonly isLocal: (request: IncomingMessage) => boolean
  /** Its port, where people of this machine who ask at the other one are led there; null: they are not. */
  readonly port: () => number | null
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null for a host whose one listener is on this machine alone, as of the bank's process. */
    readonly localListener: LocalListener | null
  }
  interface FastifyContextConfig {
    /** The listener of the doors answers this, too; all else is not there. */
    isLocalOnly?: boolean
  }
}

type LocalRequest = Pick<FastifyRequest, 'headers' | 'ip' | 'raw'> & {
  readonly server: { readonly localListener: LocalListener | null }
}

/** How a route is registered that answers this machine alone. */
export const localOnly = { onRequest: requireLocal, config: { isLocalOnly: true } } as const

/**
 * True for what came in by the listener of the doors, and asked for it by a name of this machine: a page elsewhere may
 * have its own name answered with 127.0.0.1 (ATT-40). What a proxy forwards never counts, either.
 */
export function isLocalRequest(request: LocalRequest): boolean {
  const { localListener } = request.server
  return (localListener === null || localListener.isLocal(request.raw)) && hasLocalName(request)
}

/** Refuses who is not on this machine; who is, and came to the listener of everybody, is led to the other one. */
export async function requireLocal(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isLocalRequest(request)) return undefined
  const port = request.server.localListener?.port() ?? null
  if (port === null || !hasLocalName(request)) throw new Refusal('request.not_found')
  // The doors are open on the address of version 4 alone.
  const name = nameOf(request) === '[::1]' ? 'localhost' : nameOf(request)
  return reply.redirect(`http://${name}:${port}${request.url}`, temporaryRedirect)
}

/** The same call again, at the other address. */
const temporaryRedirect = 307

/** Pages there are set in the font of the web app. */
const fontPath = /^\/assets\/[\w-]+\.woff2$/

/** At the listener of the doors there is nothing else, and no page of another origin asks for it (ATT-19). */
export function guardLocalDoors(
  request: FastifyRequest,
  _: FastifyReply,
  done: (refusal?: Refusal) => void,
): void {
  if (request.server.localListener?.isLocal(request.raw) !== true) return done()
  const { origin, host } = request.headers
  const isOurs = origin === undefined || origin === `http://${host}`
  const isDoor = request.routeOptions.config.isLocalOnly === true || fontPath.test(request.url)
  done(isOurs && isDoor && hasLocalName(request) ? undefined : new Refusal('request.not_found'))
}

function hasLocalName(request: LocalRequest): boolean {
  return isLoopbackName(nameOf(request)) && !isForwarded(request) && isLoopback(request.ip)
}

/**
 * True where a browser on this machine was led here by a name that is nobody's of ours: the page elsewhere
 * whose name it is could read what is answered, and could claim that a proxy forwards it.
 *
 * @param origin where our pages are
 */
export function isMisnamed(request: Pick<LocalRequest, 'headers' | 'ip'>, origin: string): boolean {
  if (!isLoopback(request.ip)) return false
  const name = nameOf(request)
  return !isLoopbackName(name) && name.toLowerCase() !== new URL(origin).hostname
}

/** The name that was asked for, without its port. */
function nameOf({ headers }: Pick<LocalRequest, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d+$/, '')
}

/**
 * Headers by which proxies, balancers and tunnels name themselves, or whom they forward: the standard ones (RFC 7239, 8586,
 * 9110), those that nginx, Apache, IIS, Squid, Varnish, Envoy and HAProxy add, and those of networks in front.
 */
const proxyHeaders =
  /^(?:via|max-forwards|cdn-loop|forwarded|x-forwarded|x-(?:real|client|cluster-client|remote|originating|source|end-user|user)-(?:ip|addr)|(?:true-|x-true-)?client-ip|remote-addr|x-remote-(?:user|host)|(?:x-)?proxy(?:user)?|x-(?:original|rewrite|arr|azure|amz|amzn|appengine|cloud|envoy|varnish|varnish-cache|nginx|squid|bluecoat|vercel|nf|fly|host|forward|http|proto|scheme|script-name|url-scheme|request-start|accel)|cf|fastly|akamai|fly|tailscale|ngrok|front-end-https)(?:-|$)/

/** Whether something names itself that stands between the one who asks and this machine. */
function isForwarded({ headers }: Pick<LocalRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.test(name.toLowerCase()))
}
