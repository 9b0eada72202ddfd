/**
 * Reads the whole record of the console each minute (ATT-102), as an old entry may be changed that was read
 * before; between these whoever opens its page reads what was added. Where it was whole stays in this process
 * alone, and where it ends is written into the server's log: whoever changes the database cannot change that,
 * so the chain has an anchor outside of it (INV-23).
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { chainStart, type ChainState, verifyChain } from './audit-chain.ts'

const lookMs = 60_000

export type Looked = ChainState & {
  readonly atMs: number
  /** When it was last read from its first entry on; milliseconds since 1970. */
  readonly wholeAtMs: number
}

export type ChainWatch = {
  /** Reads the whole record now; who asks meanwhile gets the same answer. */
  look(): Promise<Looked>
  /** Reads what was added since it was last whole; all of it where it was not, or is not any more. */
  latest(): Promise<Looked>
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
  let looking: Promise<Looked> | null = null
  let last: Looked | null = null
  /** The furthest end that was found whole. */
  let held = chainStart
  let anchored = ''
  let toldBroken = 0

  const look = (): Promise<Looked> => {
    looking ??= lookOnce().finally(() => {
      looking = null
    })
    return looking
  }
  const lookOnce = async (): Promise<Looked> => {
    const whole = await verifyChain(database)
    // One that was cut off together with its end looks whole to whoever does not know a later end.
    const { brokenAt } = whole.brokenAt === null ? await verifyChain(database, held) : whole
    const atMs = Date.now()
    return found({ ...whole, brokenAt, atMs, wholeAtMs: atMs })
  }
  const latest = async (): Promise<Looked> => {
    if (last === null || last.brokenAt !== null) return look()
    const { wholeAtMs } = last
    const state = await verifyChain(database, held)
    return state.brokenAt === null ? found({ ...state, atMs: Date.now(), wholeAtMs }) : look()
  }
  const found = (state: Looked): Looked => {
    tell(state)
    last = state
    if (state.brokenAt === null) held = { no: state.to, hash: state.hash }
    return state
  }
  const tell = ({ to, hash, brokenAt }: ChainState): void => {
    const text = hash.toString('hex')
    if (brokenAt !== null && brokenAt !== toldBroken) {
      toldBroken = brokenAt
      log.error({ row: brokenAt }, 'the record of the console is broken')
    }
    if (brokenAt !== null || to === 0 || text === anchored) return
    anchored = text
    // Nothing is wrong; a lower level would leave the anchor out of a live exchange's log.
    log[endLevel]({ row: to, hash: text }, 'the record of the console ends here')
  }
  const lookAgain = (): void => {
    look().catch((error: unknown) => log.warn({ error: String(error) }, 'record of the console'))
  }
  const timer = setInterval(lookAgain, lookMs)
  lookAgain()
  return {
    look,
    latest,
    async stop() {
      clearInterval(timer)
      await looking?.catch(() => undefined)
    },
  }
}
