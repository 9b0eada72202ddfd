/**
 * One scan of a chain: new blocks are read, tracked and written together, or not at all. Scans of one chain
 * run one after the other, and each starts at the stored tip.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainView, Checkpoint } from './chain-view.ts'
import { haltChain, findProvenHalt } from './halts.ts'
import type { ChainProfile } from '../register.ts'
import { type ChainSource, type SourceHead, wrongTokenKind } from './sources.ts'
import { openChain, refreshHalt, storeView, tipOf, WrongChain } from './tracker-store.ts'
import type { AddressWatch } from '../addresses/watch.ts'

/** The node's chain is not the stored one (ATT-78): an operator must check. */
export const wrongChainCause = 'wrong_chain'

export type ScanDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  readonly profile: ChainProfile
  readonly source: ChainSource
  readonly watch: AddressWatch
}

/** The outcome of a scan; `again`: more blocks can be read at once. */
export type ScanOutcome = {
  readonly status: 'taken' | 'again' | 'failed' | 'halted'
  /** The reason of a failure or halt, for the log; otherwise null. */
  readonly reason: string | null
}

export type ChainScan = {
  /** Runs one scan, as the writer of this epoch; may throw database errors. */
  runOnce(epoch: number): Promise<ScanOutcome>
}

/** Creates the scan of a chain. */
export function createScan(deps: ScanDeps): ChainScan {
  const { database, profile, source, watch, log } = deps
  const { chain } = profile
  let isOpen = false
  let rereadFrom: number | null = null

  async function open(): Promise<ScanOutcome | null> {
    const first = await source.first()
    if (first.status === 'failed') {
      const { kind, reason } = first
      if (kind === wrongTokenKind) log.error({ chain, reason }, 'a token differs from the settings')
      return failed(reason)
    }
    try {
      await openChain(database, chain, first.value)
      isOpen = true
      return null
    } catch (error) {
      if (!(error instanceof WrongChain)) throw error
      const reason = await inTransaction(database, (transaction) =>
        haltChain(transaction, deps.keys, chain, wrongChainCause),
      )
      return { status: 'halted', reason }
    }
  }

  return {
    async runOnce(epoch) {
      const shut = isOpen ? null : await open()
      if (shut !== null) return shut
      const halt = await findProvenHalt(database, deps.keys, chain)
      if (halt !== null) return { status: 'halted', reason: halt }
      const head = await source.head()
      if (head.status === 'failed') return failed(head.reason)
      await watch.refresh()
      const tip = await tipOf(database, chain)
      const view = await viewOf(deps, head.value, fromOf(tip, head.value, source, rereadFrom))
      if (typeof view === 'string') return failed(view)
      const tracked = await storeView(deps, { epoch, rules: profile, view })
      rereadFrom = tracked.kind === 'reread' ? tracked.fromHeight : null
      switch (tracked.kind) {
        case 'write':
          if (view.pool !== null) source.poolStored()
          return more(tracked.writes.tipHeight < head.value.height && view.ranges.length > 0)
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

function failed(reason: string): ScanOutcome {
  return { status: 'failed', reason }
}

function more(isMore: boolean): ScanOutcome {
  return { status: isMore ? 'again' : 'taken', reason: null }
}

/** The height from which to read; null if nothing is new. */
function fromOf(
  tip: Checkpoint | null,
  head: SourceHead,
  { beginsBelow }: ChainSource,
  rereadFrom: number | null,
): number | null {
  if (tip === null) {
    const final = head.final?.height ?? Number.POSITIVE_INFINITY
    return Math.max(1, Math.min(head.height - beginsBelow + 1, final))
  }
  // A node behind the tip has nothing new. Its missing blocks were not reorganized.
  if (head.height < tip.height) return null
  if (rereadFrom !== null) return rereadFrom
  if (head.height > tip.height) return tip.height + 1
  return head.hash === tip.hash ? null : tip.height
}

/** Reads the new blocks; a text if the node's answer is incomplete. */
async function viewOf(
  { source, watch }: ScanDeps,
  head: SourceHead,
  from: number | null,
): Promise<ChainView | string> {
  const to = from === null ? head.height : Math.min(head.height, from + source.rangesMax - 1)
  const isNothing = from === null || from > to
  const read = isNothing
    ? ({ status: 'done', value: [] } as const)
    : await source.read({ from, to }, watch)
  if (read.status === 'failed') return read.reason
  const pool =
    to === head.height ? await source.pool(watch) : ({ status: 'done', value: null } as const)
  if (pool.status === 'failed') return pool.reason
  const { height: headHeight, final } = head
  return { ranges: read.value, headHeight, final, pool: pool.value }
}

/** Updates the halt of a chain after a scan, whatever its outcome, and logs a change. */
export async function updateHalt(
  { database, keys, log, profile }: ScanDeps,
  before: string | null,
): Promise<string | null> {
  const { chain, haltLimits } = profile
  const now = await refreshHalt({ database, keys }, chain, haltLimits)
  if (now !== before && now !== null) log.error({ chain, cause: now }, 'a chain is halted')
  if (now !== before && now === null) log.info({ chain }, 'a chain is resumed')
  return now
}
