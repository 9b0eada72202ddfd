/**
 * One look at a chain: what is new in it is read, tracked and written, or nothing is. Looks of one chain
 * follow each other; each begins where the books say the last one ended.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainView, Mark } from './chain-view.ts'
import { haltChain, saidHalt } from './halts.ts'
import type { ChainProfile } from '../register.ts'
import { type ChainSource, type SourceHead, wrongTokenKind } from './sources.ts'
import { openChain, refreshPause, takeIn, tipOf, WrongChain } from './tracker-store.ts'
import type { AddressWatch } from '../addresses/watch.ts'

/** The node's chain is not the one that was taken in so far (ATT-78): a person has to look. */
export const wrongChainCause = 'wrong_chain'

export type ScanParts = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  readonly profile: ChainProfile
  readonly source: ChainSource
  readonly watch: AddressWatch
}

/** What a look came to; `again`: there is more to take in at once. */
export type Looked = {
  readonly status: 'taken' | 'again' | 'failed' | 'halted'
  /** What kept it, for the log; null where nothing did. */
  readonly reason: string | null
}

export type ChainScan = {
  /** One look, as the writer of this epoch; may throw where the database does. */
  look(epoch: number): Promise<Looked>
}

/** The looks of a chain that was not looked at yet. */
export function createScan(parts: ScanParts): ChainScan {
  const { database, profile, source, watch, log } = parts
  const { chain } = profile
  let isOpen = false
  let rereadFrom: number | null = null

  async function open(): Promise<Looked | null> {
    const first = await source.first()
    if (first.status === 'failed') {
      const { kind, reason } = first
      if (kind === wrongTokenKind)
        log.error({ chain, reason }, 'a token is not as the settings say')
      return failed(reason)
    }
    try {
      await openChain(database, chain, first.value)
      isOpen = true
      return null
    } catch (error) {
      if (!(error instanceof WrongChain)) throw error
      const reason = await inTransaction(database, (transaction) =>
        haltChain(transaction, parts.keys, chain, wrongChainCause),
      )
      return { status: 'halted', reason }
    }
  }

  return {
    async look(epoch) {
      const shut = isOpen ? null : await open()
      if (shut !== null) return shut
      const halt = await saidHalt(database, parts.keys, chain)
      if (halt !== null) return { status: 'halted', reason: halt }
      const head = await source.head()
      if (head.status === 'failed') return failed(head.reason)
      await watch.refresh()
      const tip = await tipOf(database, chain)
      const view = await viewOf(parts, head.value, fromOf(tip, head.value, source, rereadFrom))
      if (typeof view === 'string') return failed(view)
      const tracked = await takeIn(parts, { epoch, rules: profile, view })
      rereadFrom = tracked.kind === 'reread' ? tracked.fromHeight : null
      switch (tracked.kind) {
        case 'write':
          if (view.pool !== null) source.poolTaken()
          return more(tracked.writes.tipHeight < head.value.height && view.stretches.length > 0)
        case 'reread':
          return more(true)
        case 'retry':
          return failed(tracked.cause)
        case 'halt':
          return { status: 'halted', reason: tracked.cause }
      }
    },
  }
}

function failed(reason: string): Looked {
  return { status: 'failed', reason }
}

function more(isMore: boolean): Looked {
  return { status: isMore ? 'again' : 'taken', reason: null }
}

/** From which height on to read; null: nothing is new. */
function fromOf(
  tip: Mark | null,
  head: SourceHead,
  { beginsBelow }: ChainSource,
  rereadFrom: number | null,
): number | null {
  if (tip === null) {
    const final = head.final?.height ?? Number.POSITIVE_INFINITY
    return Math.max(1, Math.min(head.height - beginsBelow + 1, final))
  }
  // A node that is behind the tip says nothing new: what stands above it was not taken out by anybody.
  if (head.height < tip.height) return null
  if (rereadFrom !== null) return rereadFrom
  if (head.height > tip.height) return tip.height + 1
  return head.hash === tip.hash ? null : tip.height
}

/** What is new; a text where the node does not say all of it. */
async function viewOf(
  { source, watch }: ScanParts,
  head: SourceHead,
  from: number | null,
): Promise<ChainView | string> {
  const to = from === null ? head.height : Math.min(head.height, from + source.stretchesMax - 1)
  const isNothing = from === null || from > to
  const read = isNothing
    ? ({ status: 'done', value: [] } as const)
    : await source.read({ from, to }, watch)
  if (read.status === 'failed') return read.reason
  const pool =
    to === head.height ? await source.pool(watch) : ({ status: 'done', value: null } as const)
  if (pool.status === 'failed') return pool.reason
  const { height: headHeight, final } = head
  return { stretches: read.value, headHeight, final, pool: pool.value }
}

/** Lets a chain pause or go on after a look, whatever it came to; tells of a change. */
export async function notePause(
  { database, keys, log, profile }: ScanParts,
  before: string | null,
): Promise<string | null> {
  const { chain, pauseLimits } = profile
  const now = await refreshPause({ database, keys }, chain, pauseLimits)
  if (now !== before && now !== null) log.error({ chain, cause: now }, 'a chain pauses')
  if (now !== before && now === null) log.info({ chain }, 'a chain goes on')
  return now
}
