/** Whether a request comes from the machine that the server runs on. */
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether doors for this machine alone are open; shut, nobody counts as this machine (M-8). */
    readonly hasLocalDoors: boolean
  }
}

import { isLoopback, isLoopbackName } from '../limits/loopback.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'ip'> & {
  readonly server: { readonly hasLocalDoors: boolean }
}

/**
 * True for a loopback address that was asked for by a name of this machine: a page elsewhere may have its
 * own name answered with 127.0.0.1 (ATT-40). A forwarded request never counts: behind a proxy that the
 * settings do not name, everybody would come from this machine. A proxy that says nothing of it cannot be told from
 * this machine: where there is one, the doors are shut by the settings.
 */
export function isFromThisMachine(request: Asked): boolean {
  if (!request.server.hasLocalDoors) return false
  return isLoopbackName(nameOf(request)) && !isForwarded(request) && isLoopback(request.ip)
}

/**
 * True where a browser on this machine was led here by a name that is nobody's of ours: the page elsewhere
 * whose name it is could read what is answered, and could claim that a proxy forwards it.
 *
 * @param origin where our pages are
 */
export function isMisnamed(request: Pick<Asked, 'headers' | 'ip'>, origin: string): boolean {
  if (!isLoopback(request.ip)) return false
  const name = nameOf(request)
  return !isLoopbackName(name) && name.toLowerCase() !== new URL(origin).hostname
}

/** The name that was asked for, without its port. */
function nameOf({ headers }: Pick<Asked, 'headers'>): string {
  return (headers.host ?? '').replace(/:\d+$/, '')
}

function isForwarded({ headers }: Pick<Asked, 'headers'>): boolean {
  return ['x-forwarded-for', 'forwarded'].some((name) => name in headers)
}
