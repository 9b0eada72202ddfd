/** How many sockets each client address has open. */
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { toClientKey } from '../platform/limits/client-address.ts'
import { isLoopback } from '../platform/limits/loopback.ts'

export type AddressLimits = {
  /** Sockets of one client address at a time. */
  readonly socketsPerAddress: number
  /** Addresses of the proxies in front: they alone may name the client's address (ATT-112). */
  readonly trustedProxies: readonly string[]
}

export type SocketsByAddress = ReturnType<typeof countByAddress>

/**
 * Counts sockets per client address. Connections from this machine are not counted: behind a proxy that the
 * settings do not name, all clients have its address.
 */
export function countByAddress({ socketsPerAddress, trustedProxies }: AddressLimits) {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const counts = new Map<string, number>()
  const addressOf = (request: IncomingMessage): string | null => {
    const address = proxyAddress(request, isTrusted)
    return isLoopback(address) ? null : toClientKey(address)
  }
  return {
    /** Whether the address of this request has reached its limit. */
    isFull(request: IncomingMessage): boolean {
      const address = addressOf(request)
      return address !== null && (counts.get(address) ?? 0) >= socketsPerAddress
    },
    /** Counts one more until the returned function is called. */
    enter(request: IncomingMessage): () => void {
      const address = addressOf(request)
      if (address === null) return () => undefined
      counts.set(address, (counts.get(address) ?? 0) + 1)
      return () => {
        const left = (counts.get(address) ?? 1) - 1
        if (left > 0) counts.set(address, left)
        else counts.delete(address)
      }
    },
  }
}
