/**
 * A TCP line to PostgreSQL that is slow, or falls silent without being cut: both ends then believe that the
 * other is there, as behind a router that lost its memory (FLT-08).
 */
import type { Socket } from 'node:net'
import { layLine } from './line.ts'

export type FaultyLine = {
  /** The database's URL over this line. */
  readonly url: string
  /** From now on all that is sent arrives so many milliseconds later. */
  slow(ms: number): void
  /** From now on nothing that is sent arrives, and no end learns that the other is gone. */
  fallSilent(): void
  /** New connections work again; those that were silent stay so, and PostgreSQL keeps its ends of them. */
  mend(): void
  stop(): Promise<void>
}

/** Lays a line to a database, on a free port. */
export async function layFaultyLine(databaseUrl: string): Promise<FaultyLine> {
  const pairs = new Set<{ isSilent: boolean }>()
  let delayMs = 0
  let isSilent = false
  const line = await layLine(databaseUrl, (client, database) => {
    const pair = { isSilent }
    pairs.add(pair)
    const carry = (from: Socket, to: Socket): void => {
      const send = (what: () => void): void => {
        if (pair.isSilent) return
        // Timers of one length run in order: nothing overtakes what was sent before.
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
    url: line.url,
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
    stop: () => line.stop(),
  }
}
