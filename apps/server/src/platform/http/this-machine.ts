/** Whether a request comes from the machine that the server runs on. */
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../limits/loopback.ts'

/**
 * True for a loopback address that was asked for by a name of this machine: a page elsewhere may have its
 * own name answered with 127.0.0.1 (ATT-40). A forwarded request never counts: behind a proxy that the
 * settings do not name, everybody would come from this machine.
 */
export function isFromThisMachine({
  headers,
  ip,
}: Pick<FastifyRequest, 'headers' | 'ip'>): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '')
  if (!isLoopbackName(name)) return false
  const isForwarded = ['x-forwarded-for', 'forwarded'].some((name) => name in headers)
  return !isForwarded && isLoopback(ip)
}
