/** Seals security events while this server leads, and reports missing ones. */
import { rm } from 'node:fs/promises'
import type { Database } from '../database/pool.ts'
import type { Log } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import {
  type EventHead,
  type EventRange,
  hasHead,
  keepHead,
  lastSealedId,
  readKeptHead,
  sealEvents,
  stretchEvents,
} from './event-chain.ts'

const everyMs = 5_000

export type EventSealing = {
  /** Seals all new events now. */
  run(): Promise<void>
  stop(): Promise<void>
}

export type SealingParts = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  /** The file of the chain's end. */
  readonly file: string
  /** Notifies operators that the chain has lost its end. */
  readonly onMissing: (kept: EventHead) => Promise<void>
}

/** No event has a higher number. */
const noEnd = Number.MAX_SAFE_INTEGER

/** Starts sealing. The end is stored after each round, unless the chain has lost the stored one. */
export function startSealing(parts: SealingParts): EventSealing {
  const { log } = parts
  const end = keptEnd(parts)
  const seal = sealerOf(parts, end)
  const checkAndSeal = async (): Promise<void> => {
    await end.check()
    await seal()
  }
  /** A failure is logged once, not every five seconds. */
  let isSealing = true
  const attempt = async (step: () => Promise<void>): Promise<boolean> => {
    try {
      await step()
      return true
    } catch (error) {
      if (isSealing) log.warn({ error: String(error) }, 'security events are not sealed')
      return false
    }
  }
  // Both steps are retried in the next round; a failed notification does not prevent sealing.
  const round = async (): Promise<void> => {
    const isSealed = await attempt(checkAndSeal)
    const isTold = await attempt(() => end.tell())
    isSealing = isSealed && isTold
  }
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= round().finally(() => {
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

type KeptEnd = {
  /** Checks whether the chain contains the stored end. */
  check(): Promise<void>
  /** Stores a new end; a missing end stays stored. */
  keep(head: EventHead): Promise<void>
  /** Notifies operators once that the end is missing. */
  tell(): Promise<void>
}

function keptEnd({ database, log, file, onMissing }: SealingParts): KeptEnd {
  let kept = readKeptHead(file)
  let isMissed = false
  let isTold = false
  return {
    async check() {
      if (kept === null || isMissed || (await hasHead(database, kept))) return
      isMissed = true
      log.error(
        { seal: kept.no, file },
        'security events are missing: their chain ends earlier than it did',
      )
    },
    async keep(head) {
      if (isMissed) return
      await keepHead(file, head)
      kept = head
    },
    async tell() {
      if (kept === null || !isMissed || isTold) return
      await onMissing(kept)
      isTold = true
    },
  }
}

/**
 * Seals the newest events in each round, and checks one range of the old ones, because an event of a long
 * transaction gets a low number. After a start all old events are checked once, one range per round.
 */
function sealerOf({ database, keys }: SealingParts, end: KeptEnd): () => Promise<void> {
  /** Of the newest sealed event; null: not read yet. */
  let newestId: number | null = null
  /** Old events that were not checked yet. */
  let old: EventRange = { afterId: 0, upToId: 0 }
  /** Returns the last event that it sealed. */
  const sealRange = async ({ afterId, upToId }: EventRange): Promise<number> => {
    const sealed = await sealEvents(database, keys, { afterId, upToId })
    if (sealed.count === 0) return afterId
    await end.keep(sealed.head)
    return sealRange({ afterId: sealed.lastId, upToId })
  }
  return async () => {
    if (newestId === null) {
      newestId = await lastSealedId(database)
      old = { afterId: 0, upToId: newestId - stretchEvents }
    }
    const afterId = Math.max(0, newestId - stretchEvents)
    newestId = Math.max(newestId, await sealRange({ afterId, upToId: noEnd }))
    if (old.afterId >= old.upToId) return
    const upToId = Math.min(old.upToId, old.afterId + stretchEvents)
    await sealRange({ afterId: old.afterId, upToId })
    old = { ...old, afterId: upToId }
  }
}

/** Forgets the end: an older database is meant. */
export async function forgetHead(file: string): Promise<void> {
  await rm(file, { force: true })
}
