/**
 * One look at a chain: what is new in it is read, tracked and written, or nothing is. Looks of one chain
 * follow each other; each begins where the books say the last one ended.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { ChainName } from '../chains.ts'
import type { ChainView, Checkpoint } from './chain-view.ts'
import { saidHalt } from './halts.ts'
import { haltIn } from './pause.ts'
import type { ChainProfile } from '../register.ts'
import { type ChainSource, type SourceHead, wrongTokenKind } from './sources.ts'
import {
  openChain,
  refreshPause,
  setPaused,
  storeView,
  tipOf,
  WrongChain,
} from './tracker-store.ts'
import type { AddressWatch } from '../addresses/watch.ts'

/** The node's chain is not the one that was taken in so far (ATT-78): a person has to look. */
export const wrongChainCause = 'wrong_chain'

export type ScanDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  readonly profile: ChainProfile
  readonly source: ChainSource
  readonly watch: AddressWatch
}

/** What a look came to; `again`: there is more to take in at once. */
export type ScanOutcome = {
  readonly status: 'taken' | 'again' | 'failed' | 'halted'
  /** What kept it, for the log; null where nothing did. */
  readonly reason: string | null
}

export type ChainScan = {
  /** One look, as the writer of this epoch; may throw where the database does. */
  runOnce(epoch: number): Promise<ScanOutcome>
}

/** The looks of a chain that was not looked at yet. */
export function createScan(deps: ScanDeps): ChainScan {
  const { database, profile, source, watch, log } = deps
  const { chain } = profile
  let isOpen = false
  let rereadFrom: number | null = null

  async function open(): Promise<ScanOutcome | null> {
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
      await setPaused(database, chain, wrongChainCause)
      return { status: 'halted', reason: wrongChainCause }
    }
  }

  return {
    async runOnce(epoch) {
      const shut = isOpen ? null : await open()
      if (shut !== null) return shut
      const halt = await haltOf(deps, profile.chain)
      if (halt !== null) return { status: 'halted', reason: halt }
      const head = await source.head()
      if (head.status === 'failed') return failed(head.reason)
      await watch.refresh()
      const tip = await tipOf(database, chain)
      const view = await viewOf(deps, head.value, fromOf(tip, head.value, source, rereadFrom))
      if (typeof view === 'string') return failed(view)
      const tracked = await storeView(database, { epoch, rules: profile, view })
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

/** From which height on to read; null: nothing is new. */
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
  // A node that is behind the tip says nothing new: what stands above it was not taken out by anybody.
  if (head.height < tip.height) return null
  if (rereadFrom !== null) return rereadFrom
  if (head.height > tip.height) return tip.height + 1
  return head.hash === tip.hash ? null : tip.height
}

/** What is new; a text where the node does not say all of it. */
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

/** Why a chain rests until a person lets it go on; null where it does not. */
async function haltOf(
  { database, keys }: Pick<ScanDeps, 'database' | 'keys'>,
  chain: ChainName,
): Promise<string | null> {
  const said = await saidHalt(database, keys, chain)
  if (said !== null) return said
  const found = await database.query<{ paused: string | null }>(
    'select paused from wallets.chain_cursor where chain = $1',
    [chain],
  )
  return haltIn(found.rows[0]?.paused ?? null)
}

/** Lets a chain pause or go on after a look, whatever it came to; tells of a change. */
export async function notePause(
  { database, keys, log, profile }: ScanDeps,
  before: string | null,
): Promise<string | null> {
  const { chain, pauseLimits } = profile
  const now = await refreshPause({ database, keys }, chain, pauseLimits)
  if (now !== before && now !== null) log.error({ chain, cause: now }, 'a chain pauses')
  if (now !== before && now === null) log.info({ chain }, 'a chain goes on')
  return now
}
