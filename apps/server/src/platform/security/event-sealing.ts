/** Seals security events while this server leads, and says where some are missing. */
import { rm } from 'node:fs/promises'
import type { Database } from '../database/pool.ts'
import type { Log } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import {
  type EventHead,
  hasHead,
  keepHead,
  readKeptHead,
  sealEvents,
  sinceOf,
} from './event-chain.ts'

const everyMs = 5_000

export type EventSealing = {
  /** Seals what there is now. */
  run(): Promise<void>
  stop(): Promise<void>
}

export type SealingParts = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  /** Where the end of the chain is kept. */
  readonly file: string
  /** Tells people that the chain has lost its end. */
  readonly onMissing: (kept: EventHead) => Promise<void>
}

/** Begins to seal; the end is kept after each round, unless the chain has not the one that was kept. */
export function startSealing(parts: SealingParts): EventSealing {
  const { database, keys, log, file } = parts
  let kept = readKeptHead(file)
  let isMissed = false
  /** It is said once that events cannot be sealed, not each five seconds until they can. */
  let isSealing = true
  // The first round looks at all events, later ones at the newest alone.
  let lastId = 0
  const round = async (): Promise<void> => {
    if (kept !== null && !isMissed && !(await hasHead(database, kept))) {
      isMissed = true
      log.error(
        { seal: kept.no, file },
        'security events are missing: their chain ends earlier than it did',
      )
      await parts.onMissing(kept)
    }
    for (;;) {
      const sealed = await sealEvents(database, keys, sinceOf(lastId))
      lastId = Math.max(lastId, sealed.lastId)
      if (sealed.count > 0 && !isMissed) {
        await keepHead(file, sealed.head)
        kept = sealed.head
      }
      if (sealed.count === 0) return
    }
  }
  const tryRound = async (): Promise<void> => {
    try {
      await round()
      isSealing = true
    } catch (error) {
      if (isSealing) log.warn({ error: String(error) }, 'security events are not sealed')
      isSealing = false
    }
  }
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= tryRound().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => void run(), everyMs)
  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
      await run()
    },
  }
}

/** Forgets the end: an older database is meant. */
export async function forgetHead(file: string): Promise<void> {
  await rm(file, { force: true })
}
