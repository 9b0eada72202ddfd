/**
 * Reads the console's record again and again (ATT-102), and writes where it ends into the server's log:
 * whoever changes the database cannot change that, so the chain has an anchor outside of it (INV-23).
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type ChainState, verifyChain } from './audit-chain.ts'

const lookMs = 60_000

export type Looked = ChainState & { readonly atMs: number }

export type ChainWatch = {
  /** Reads the whole record now; who asks meanwhile gets the same answer. */
  look(): Promise<Looked>
  stop(): Promise<void>
}

/** Looks each minute from now on. */
export function watchChain(database: Database, log: Log): ChainWatch {
  let looking: Promise<Looked> | null = null
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
    return { ...state, atMs: Date.now() }
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
    look().catch((error: unknown) => log.warn({ error: String(error) }, 'record of the console'))
  }
  const timer = setInterval(lookAgain, lookMs)
  lookAgain()
  return {
    look,
    async stop() {
      clearInterval(timer)
      await looking?.catch(() => undefined)
    },
  }
}
