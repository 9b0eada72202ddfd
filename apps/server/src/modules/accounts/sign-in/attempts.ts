/**
 * Attempts to sign in by password, counted in the database over all sessions (ATT-05). They count for the
 * current proven password; attempts at an earlier password no longer count.
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
  /** The client, which shares its attempts with others of the same address. */
  readonly clientAddress: string
  /** The device if the owner has used it before: it has its own attempts (M-6). */
  readonly knownDevice: string | null
}

/** Attempts of one client at one address; beyond this, only that pair is refused. */
export const attemptsMax = 10
export const attemptWindowMinutes = 15
/** Failed attempts of one client at all addresses. All processes on this machine count as one client. */
const clientAttemptsMax = 100
/**
 * Attempts of all clients at one address, except known devices of the owner; beyond this, they are slowed
 * down.
 */
const attemptsBeforeDelay = 100

/** A counted attempt. */
export type ClaimedAttempt = {
  /** Attempts of this client at this address within the window, including this one. */
  readonly attempts: number
  /** Whether the address had so many attempts that this one must wait. */
  readonly isSlow: boolean
  readonly marked: Marked
}

/**
 * Counts an attempt before it is made, so that no burst passes the limits. Null, with nothing counted, if the
 * client reached its limit at this address or in total.
 */
export async function claimAttempt(
  database: Database,
  keys: Keys,
  { emailKey, clientAddress, knownDevice }: Attempt,
): Promise<ClaimedAttempt | null> {
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

/** Releases an attempt that was not made. */
export function releaseAttempt(
  database: Database,
  keys: Keys,
  { marked }: ClaimedAttempt,
): Promise<void> {
  return giveBack(database, keys, marked.added)
}

/**
 * After a correct password: deletes the attempts of this client at this address, and this one in all other
 * counts.
 */
export function forgetAttempts(
  database: Database,
  keys: Keys,
  { marked }: ClaimedAttempt,
): Promise<void> {
  return giveBack(database, keys, [...marked.first, ...marked.added.slice(1)])
}
