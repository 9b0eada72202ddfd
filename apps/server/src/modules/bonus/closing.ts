/**
 * The end of a month (SRV-87): who filled his orders is judged and kept, once, however often and wherever
 * this runs. What is promised while a month runs is what counts at its end; what nobody promised is not owed.
 */
import { isProjectedUntil } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { approvedAmong } from '../kyc/index.ts'
import { candidatesOf } from './counting.ts'
import {
  closeMonth,
  forgetMonth,
  insertEntry,
  openMonthsBefore,
  promiseMonth,
} from './month-store.ts'
import { periodAt } from './period.ts'
import { amountMax, judge } from './rules.ts'

/** What operators set. */
export type BonusTerms = {
  readonly isOn: () => boolean
  /** For each person, in units of 0.01 rupiah; 0 while none is set. */
  readonly amount: () => number
}

export type ClosingParts = {
  readonly database: Database
  readonly keys: Keys
  readonly terms: BonusTerms
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A month is looked at so long after its end: by then its last trades are in the journal. */
const graceMs = 600_000

/** Keeps what is promised for the month that runs, and closes those that are over. Safe to run twice. */
export async function closeMonths(parts: ClosingParts): Promise<void> {
  const { database, terms, clock } = parts
  const nowMs = clock()
  const { startMs } = periodAt(nowMs)
  const amount = terms.isOn() ? terms.amount() : 0
  if (amount > 0 && amount <= amountMax) await promiseMonth(database, startMs, amount)
  else await forgetMonth(database, startMs)
  if (nowMs < startMs + graceMs) return
  // What is not in the tables yet would be missing in the month for ever.
  if (!(await isProjectedUntil(database, startMs))) return
  for (const month of await openMonthsBefore(database, startMs)) await close(parts, month)
}

async function close({ database, keys }: ClosingParts, startMs: number): Promise<void> {
  const period = periodAt(startMs)
  const candidates = await candidatesOf(database, period)
  const userIds = candidates.filter(({ isVerified }) => isVerified).map(({ userId }) => userId)
  // A record that was set to approved in the database earns nothing.
  const approved = await approvedAmong(database, keys, userIds)
  const judged = judge(candidates.map((one) => ({ ...one, isVerified: approved.has(one.userId) })))
  await inTransaction(database, async (transaction) => {
    if (!(await closeMonth(transaction, startMs))) return
    for (const one of judged) await insertEntry(transaction, startMs, one)
  })
}
