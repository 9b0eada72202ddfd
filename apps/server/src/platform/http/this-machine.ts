/** Whether a request comes from the machine that the server runs on. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../limits/loopback.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'ip'>

/**
 * True for a loopback address that was asked for by a name of this machine: a page elsewhere may have its
 * own name answered with 127.0.0.1 (ATT-40). A forwarded request never counts: behind a proxy that the
 * settings do not name, everybody would come from this machine.
 */
export function isFromThisMachine(request: Asked): boolean {
  return isLoopbackName(nameOf(request)) && !isForwarded(request) && isLoopback(request.ip)
}

/**
 * True where a browser on this machine was led here by a name that is nobody's of ours: the page elsewhere
 * whose name it is could read what is answered. What a proxy forwards is for the proxy to tell apart.
 *
 * @param origin where our pages are
 */
export function isMisnamed(request: Asked, origin: string): boolean {
  if (isForwarded(request) || !isLoopback(request.ip)) return false
  const name = nameOf(request)
  return !isLoopbackName(name) && name.toLowerCase() !== new URL(origin).hostname
}

/** The name that was asked for, without its port. */
function nameOf({ headers }: Asked): string {
  return (headers.host ?? '').replace(/:\d+$/, '')
}

function isForwarded({ headers }: Asked): boolean {
  return ['x-forwarded-for', 'forwarded'].some((name) => name in headers)
}
