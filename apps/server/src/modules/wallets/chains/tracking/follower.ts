/**
 * Follows all chains, on the leader alone. Each chain has a loop of its own, so that none waits for another's
 * node.
 */
import type { EngineStatus } from '../../../../engine/index.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { createScan, updateHalt, type ScanDeps } from './scan.ts'

/** The pause of a chain with a backlog between two passes, which leaves processor time to others. */
const againMs = 20
const whileNotLeadingMs = 1_000
/** The longest pause after failures. The pause grows with the time that the node was silent. */
const failedLongestMs = 60_000

export type FollowerDeps = {
  readonly chains: readonly ScanDeps[]
  readonly status: () => Pick<EngineStatus, 'state' | 'epoch'>
  readonly log: Log
  /** Whether the nodes answer; starts local nodes. */
  readonly reach: () => Promise<boolean>
  /** Called after each pass that may have changed deposits. */
  readonly onStored: () => void
}

export type Follower = {
  /** Starts to follow the chains, unless they are followed already. */
  begin(): void
  /** Scans all chains at once. */
  wake(): void
  stop(): Promise<void>
}

/** Creates a follower that is not started yet. */
export function createFollower(deps: FollowerDeps): Follower {
  const life = { isStopped: false }
  const bells = new Set<() => void>()
  let loops: Promise<void>[] | null = null
  const sleep = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, delayMs)
      function done(): void {
        clearTimeout(timer)
        bells.delete(done)
        resolve()
      }
      bells.add(done)
      if (life.isStopped) done()
    })
  const ring = (): void => {
    for (const bell of bells) bell()
  }
  return {
    begin() {
      if (loops !== null || life.isStopped) return
      loops = deps.chains.map((chain) => follow(deps, chain, { life, sleep }))
    },
    wake: ring,
    async stop() {
      life.isStopped = true
      ring()
      await Promise.all(loops ?? [])
    },
  }
}

type Loop = {
  readonly life: { readonly isStopped: boolean }
  readonly sleep: (delayMs: number) => Promise<void>
}

async function follow(
  { status, reach, onStored, log }: FollowerDeps,
  chain: ScanDeps,
  { life, sleep }: Loop,
): Promise<void> {
  const { scanEveryMs, chain: name } = chain.profile
  const scan = createScan(chain)
  let paused: string | null = null
  let reason: string | null = null
  let failures = 0

  /** Runs one pass; returns how long to wait afterwards. */
  const round = async (): Promise<number> => {
    const { state, epoch } = status()
    if (state !== 'leading') return whileNotLeadingMs
    const isThere = await reach()
    const outcome = isThere
      ? await scan.runOnce(epoch)
      : ({ status: 'failed', reason: 'nobody is there' } as const)
    if (outcome.reason !== reason && outcome.reason !== null) {
      const about = { chain: name, status: outcome.status, reason: outcome.reason }
      if (outcome.status === 'halted')
        log.error(about, 'a chain is halted until an operator resumes it')
      else log.info(about, 'scanning a chain failed')
    }
    reason = outcome.reason
    failures = outcome.status === 'failed' ? failures + 1 : 0
    if (outcome.status === 'taken' || outcome.status === 'again') onStored()
    if (outcome.status === 'again') return againMs
    paused = await updateHalt(chain, paused).catch(() => paused)
    return Math.min(
      scanEveryMs * 2 ** Math.min(failures, 6),
      Math.max(scanEveryMs, failedLongestMs),
    )
  }

  while (!life.isStopped) {
    const delayMs = await round().catch((error: unknown) => {
      if (!life.isStopped)
        log.warn({ chain: name, error: String(error) }, 'a scan of a chain threw an error')
      failures += 1
      return Math.min(scanEveryMs * 2 ** Math.min(failures, 6), failedLongestMs)
    })
    if (!life.isStopped) await sleep(delayMs)
  }
}
