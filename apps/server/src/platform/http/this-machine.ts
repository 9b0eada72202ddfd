/** Whether a request comes from the machine that the server runs on. */
import type { FastifyRequest } from 'fastify'

/**
 * True for a loopback address. A forwarded request never counts: behind a proxy that the settings do not
 * name, everybody would come from this machine.
 */
export function isFromThisMachine({ headers, ip }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'forwarded'].some((name) => name in headers)
  return !isForwarded && /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(ip)
}
