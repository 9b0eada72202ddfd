/**
 * Reads the console's record again and again (ATT-102): what was added each minute, all of it each ten, as an
 * old entry may be changed that was read before. Where it was whole stays in this process alone. Writes where it ends into the server's log:
 * whoever changes the database cannot change that, so the chain has an anchor outside of it (INV-23).
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type ChainState, verifyChain } from './audit-chain.ts'

const lookMs = 60_000
/** Of so many looks one begins at the first entry. */
const looksToWhole = 10

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

/** Looks each minute from now on. */
export function watchChain(database: Database, log: Log): ChainWatch {
  let looking: Promise<Looked> | null = null
  let last: Looked | null = null
  let looks = 0
  let anchored = ''
  let toldBroken = 0

  const look = (): Promise<Looked> => {
    looking ??= lookOnce().finally(() => {
      looking = null
    })
    return looking
  }
  const lookOnce = async (): Promise<Looked> => {
    const state = await verifyChain(database)
    tell(state)
    const atMs = Date.now()
    last = { ...state, atMs, wholeAtMs: atMs }
    return last
  }
  const latest = async (): Promise<Looked> => {
    const known = last
    if (known === null || known.brokenAt !== null) return look()
    const state = await verifyChain(database, { no: known.to, hash: known.hash })
    if (state.brokenAt !== null) {
      tell(state)
      const whole = await look()
      // One that was cut off together with its end looks whole to whoever does not know a later end.
      return { ...whole, brokenAt: whole.brokenAt ?? state.brokenAt }
    }
    tell(state)
    const { wholeAtMs } = known
    last = { ...state, atMs: Date.now(), wholeAtMs }
    return last
  }
  const tell = ({ to, hash, brokenAt }: ChainState): void => {
    const text = hash.toString('hex')
    if (brokenAt !== null && brokenAt !== toldBroken) {
      toldBroken = brokenAt
      log.error({ row: brokenAt }, 'the record of the console is broken')
    }
    if (brokenAt !== null || to === 0 || text === anchored) return
    anchored = text
    // Nothing is wrong; a lower level would leave the anchor out of the log.
    log.warn({ row: to, hash: text }, 'the record of the console ends here')
  }
  const lookAgain = (): void => {
    const read = looks % looksToWhole === 0 ? look() : latest()
    looks += 1
    read.catch((error: unknown) => log.warn({ error: String(error) }, 'record of the console'))
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
