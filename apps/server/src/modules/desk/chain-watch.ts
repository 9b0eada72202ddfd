/**
 * Reads the whole record of the console each minute (ATT-102), as an old entry may be changed that was read
 * before; between these whoever opens its page reads what was added. Where it was whole stays in this process
 * alone, and where it ends is written into the server's log: whoever changes the database cannot change that,
 * so the chain has an anchor outside of it (INV-23).
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { chainStart, type ChainState, verifyChain } from './audit-chain.ts'

const intervalMs = 60_000

export type ChainCheck = ChainState & {
  readonly atMs: number
  /** When it was last read from its first entry on; milliseconds since 1970. */
  readonly wholeAtMs: number
}

export type ChainWatch = {
  /** Reads the whole record now; who asks meanwhile gets the same answer. */
  check(): Promise<ChainCheck>
  /** Reads what was added since it was last whole; all of it where it was not, or is not any more. */
  latest(): Promise<ChainCheck>
  stop(): Promise<void>
}

/**
 * Looks each minute from now on.
 *
 * @param endLevel of the line that tells where the record ends: `warn` keeps it at any level of the log; a simulation,
 *   whose first start people read, has it among the details
 */
export function watchChain(
  database: Database,
  log: Log,
  endLevel: 'info' | 'warn' = 'warn',
): ChainWatch {
  let checking: Promise<ChainCheck> | null = null
  let last: ChainCheck | null = null
  /** The furthest end that was found whole. */
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
    // One that was cut off together with its end looks whole to whoever does not know a later end.
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
      log.error({ row: brokenAt }, 'the record of the console is broken')
    }
    if (brokenAt !== null || to === 0 || text === anchored) return
    anchored = text
    // Nothing is wrong; a lower level would leave the anchor out of a live exchange's log.
    log[endLevel]({ row: to, hash: text }, 'the record of the console ends here')
  }
  const checkAgain = (): void => {
    check().catch((error: unknown) => log.warn({ error: String(error) }, 'record of the console'))
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
