/**
 * Attempts to sign in by a password, counted in the database over all sessions (ATT-05). They are counted against the
 * password as it is proven: those at an earlier one no longer count.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isLoopback } from '../../../platform/limits/loopback.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import {
  countMarks,
  giveBack,
  type KeyedCount,
  type Marked,
} from '../../../platform/security/keyed-counts.ts'
import { proofNoAt } from '../user-proofs.ts'

export type Attempt = {
  readonly emailKey: string
  /** Who tries: all that he shares his attempts with. */
  readonly clientAddress: string
  /** The device, where the owner is known on it: a client of its own (M-6). */
  readonly knownDevice: string | null
}

/** Attempts of one client for one address; only that pair is refused beyond it. */
export const attemptsMax = 10
export const attemptWindowMinutes = 15
/** Attempts of one client that failed, over all addresses; on this machine all are one client. */
const clientAttemptsMax = 100
/** Attempts of all clients for one address, but for devices that the owner is known on; beyond it these are slowed down. */
const attemptsBeforeDelay = 100

/** An attempt that was counted. */
export type Claimed = {
  /** Attempts of this client for this address within the window, this one included. */
  readonly attempts: number
  /** Whether there were so many for the address that this one has to wait. */
  readonly isSlow: boolean
  readonly marked: Marked
}

/**
 * Counts an attempt before it is made, so that no burst passes the caps; null, and nothing counted, where the client had
 * his for this address, or for all of them.
 */
export async function claimAttempt(
  database: Database,
  keys: Keys,
  { emailKey, clientAddress, knownDevice }: Attempt,
): Promise<Claimed | null> {
  const proofNo = await proofNoAt(database, keys, emailKey)
  const nameOf = (...of: readonly (string | number)[]) => JSON.stringify(['sign-in', ...of])
  const pair: KeyedCount = {
    name: nameOf('pair', emailKey, proofNo, knownDevice ?? clientAddress),
    max: attemptsMax,
    isLimit: true,
  }
  const all: KeyedCount = {
    name: nameOf('address', emailKey, proofNo),
    max: attemptsBeforeDelay + 1,
    isLimit: false,
  }
  const ofClient: KeyedCount = {
    name: nameOf('client', clientAddress),
    max: clientAttemptsMax,
    isLimit: true,
  }
  const others = isLoopback(clientAddress) ? [all] : [all, ofClient]
  const counts = knownDevice === null ? [pair, ...others] : [pair]
  const marked = await inTransaction(database, (transaction) =>
    countMarks(transaction, keys, counts, attemptWindowMinutes),
  )
  if (marked === null) return null
  const [attempts = 0, ofAddress = 0] = marked.totals
  return { attempts, isSlow: ofAddress > attemptsBeforeDelay, marked }
}

/** Gives an attempt back that was not made. */
export function releaseAttempt(database: Database, keys: Keys, { marked }: Claimed): Promise<void> {
  return giveBack(database, keys, marked.added)
}

/** After a right password: forgets the attempts of this client for this address, and this one everywhere. */
export function forgetAttempts(database: Database, keys: Keys, { marked }: Claimed): Promise<void> {
  return giveBack(database, keys, [...marked.first, ...marked.added.slice(1)])
}
