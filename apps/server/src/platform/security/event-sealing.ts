/** Seals security events while this server leads, and reports missing ones. */
import { rm } from 'node:fs/promises'
import type { Database } from '../database/pool.ts'
import type { Log } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import {
  type EventHead,
  type EventRange,
  hasHead,
  storeHead,
  lastSealedId,
  readStoredHead,
  sealEvents,
  stretchEvents,
} from './event-chain.ts'

const everyMs = 5_000

export type EventSealing = {
  /** Seals all new events now. */
  run(): Promise<void>
  stop(): Promise<void>
}

export type SealingDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  /** The file of the chain's end. */
  readonly file: string
  /** Notifies operators that the chain has lost its end. */
  readonly onMissing: (stored: EventHead) => Promise<void>
}

/** No event has a higher number. */
const noEnd = Number.MAX_SAFE_INTEGER

/** Starts sealing. The end is stored after each round, unless the chain has lost the stored one. */
export function startSealing(deps: SealingDeps): EventSealing {
  const { log } = deps
  const end = createStoredEnd(deps)
  const seal = createSealer(deps, end)
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
      if (isSealing) log.warn({ error: String(error) }, 'security events could not be sealed')
      return false
    }
  }
  // Both steps are retried in the next round; a failed notification does not prevent sealing.
  const round = async (): Promise<void> => {
    const isSealed = await attempt(checkAndSeal)
    const isNotified = await attempt(() => end.notify())
    isSealing = isSealed && isNotified
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

type StoredEnd = {
  /** Checks whether the chain contains the stored end. */
  check(): Promise<void>
  /** Stores a new end; a missing end stays stored. */
  store(head: EventHead): Promise<void>
  /** Notifies operators once that the end is missing. */
  notify(): Promise<void>
}

function createStoredEnd({ database, log, file, onMissing }: SealingDeps): StoredEnd {
  let stored = readStoredHead(file)
  let isMissed = false
  let isNotified = false
  return {
    async check() {
      if (stored === null || isMissed || (await hasHead(database, stored))) return
      isMissed = true
      log.error(
        { seal: stored.no, file },
        'security events are missing: their chain ends earlier than it did',
      )
    },
    async store(head) {
      if (isMissed) return
      await storeHead(file, head)
      stored = head
    },
    async notify() {
      if (stored === null || !isMissed || isNotified) return
      await onMissing(stored)
      isNotified = true
    },
  }
}

/**
 * Seals the newest events in each round, and checks one range of the old ones, because an event of a long
 * transaction gets a low number. After a start all old events are checked once, one range per round.
 */
function createSealer({ database, keys }: SealingDeps, end: StoredEnd): () => Promise<void> {
  /** Id of the newest sealed event; null before it was read. */
  let newestId: number | null = null
  /** Old events that were not checked yet. */
  let old: EventRange = { afterId: 0, upToId: 0 }
  /** Returns the last event that it sealed. */
  const sealRange = async ({ afterId, upToId }: EventRange): Promise<number> => {
    const sealed = await sealEvents(database, keys, { afterId, upToId })
    if (sealed.count === 0) return afterId
    await end.store(sealed.head)
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
