/**
 * A TCP proxy to PostgreSQL that is slow, or goes silent without closing: both ends believe that the other is
 * alive, as behind a router that lost its state (FLT-08).
 */
import type { Socket } from 'node:net'
import { startTcpProxy } from './tcp-proxy.ts'

export type FaultyProxy = {
  /** The database's URL through this proxy. */
  readonly url: string
  /** From now on everything arrives this many milliseconds later. */
  slow(ms: number): void
  /** From now on nothing arrives, and neither end notices. */
  fallSilent(): void
  /** New connections work again; silent ones stay silent, and PostgreSQL keeps its ends of them. */
  mend(): void
  stop(): Promise<void>
}

/** Starts a proxy to a database, on a free port. */
export async function startFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const pairs = new Set<{ isSilent: boolean }>()
  let delayMs = 0
  let isSilent = false
  const proxy = await startTcpProxy(databaseUrl, (client, database) => {
    const pair = { isSilent }
    pairs.add(pair)
    const carry = (from: Socket, to: Socket): void => {
      const send = (what: () => void): void => {
        if (pair.isSilent) return
        // Timers of one length fire in order, so bytes keep their order.
        if (delayMs === 0) what()
        else setTimeout(what, delayMs)
      }
      from.on('data', (bytes) => send(() => to.destroyed || to.write(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => send(() => to.destroy()))
    }
    carry(client, database)
    carry(database, client)
  })
  return {
    url: proxy.url,
    slow(ms) {
      delayMs = ms
    },
    fallSilent() {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    mend() {
      isSilent = false
      delayMs = 0
    },
    stop: () => proxy.stop(),
  }
}
