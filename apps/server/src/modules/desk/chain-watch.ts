/**
 * Verifies the whole audit log each minute (ATT-102), because an old entry may be changed after it was read.
 * In between, a request of the page verifies the added entries. The last verified head stays in this process
 * and is written into the server's log. An attacker in the database cannot change either, so the chain has an
 * anchor outside the database (INV-23).
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { chainStart, type ChainState, verifyChain } from './audit-chain.ts'

const intervalMs = 60_000

export type ChainCheck = ChainState & {
  readonly atMs: number
  /** The time of the last verification from the first entry on; milliseconds since 1970. */
  readonly wholeAtMs: number
}

export type ChainWatch = {
  /** Verifies the whole audit log now; callers during a run get the same result. */
  check(): Promise<ChainCheck>
  /** Verifies the entries since the last valid head; all entries if the log was or became invalid. */
  latest(): Promise<ChainCheck>
  stop(): Promise<void>
}

/**
 * Verifies the log each minute from now on.
 *
 * @param endLevel the level of the log line with the head: `warn` keeps it at any level of the log; a
 * simulation, whose first start people read, uses `info`
 */
export function watchChain(
  database: Database,
  log: Log,
  endLevel: 'info' | 'warn' = 'warn',
): ChainWatch {
  let checking: Promise<ChainCheck> | null = null
  let last: ChainCheck | null = null
  /** The latest head that was verified. */
  let held = chainStart
  let anchored = ''
  let loggedBroken = 0

  const check = (): Promise<ChainCheck> => {
    checking ??= checkOnce().finally(() => {
      checking = null
    })
    return checking
  }
  const checkOnce = async (): Promise<ChainCheck> => {
    const whole = await verifyChain(database)
    // The log is also verified from the last known head: a log that was truncated together with its head
    // would pass otherwise.
    const { brokenAt } = whole.brokenAt === null ? await verifyChain(database, held) : whole
    const atMs = Date.now()
    return accept({ ...whole, brokenAt, atMs, wholeAtMs: atMs })
  }
  const latest = async (): Promise<ChainCheck> => {
    if (last === null || last.brokenAt !== null) return check()
    const { wholeAtMs } = last
    const state = await verifyChain(database, held)
    return state.brokenAt === null ? accept({ ...state, atMs: Date.now(), wholeAtMs }) : check()
  }
  const accept = (state: ChainCheck): ChainCheck => {
    logState(state)
    last = state
    if (state.brokenAt === null) held = { no: state.to, hash: state.hash }
    return state
  }
  const logState = ({ to, hash, brokenAt }: ChainState): void => {
    const text = hash.toString('hex')
    if (brokenAt !== null && brokenAt !== loggedBroken) {
      loggedBroken = brokenAt
      log.error({ row: brokenAt }, 'the hash chain of the audit log is broken')
    }
    if (brokenAt !== null || to === 0 || text === anchored) return
    anchored = text
    // Nothing is wrong, but a lower level would leave the anchor out of a live exchange's log.
    log[endLevel]({ row: to, hash: text }, 'head of the audit log')
  }
  const checkAgain = (): void => {
    check().catch((error: unknown) =>
      log.warn({ error: String(error) }, 'verification of the audit log failed'),
    )
  }
  const timer = setInterval(checkAgain, intervalMs)
  checkAgain()
  return {
    check,
    latest,
    async stop() {
      clearInterval(timer)
      await checking?.catch(() => undefined)
    },
  }
}
