/**
 * Closes a month (SRV-87): candidates are judged and stored, once, however often and wherever this runs. The
 * amount that is promised at the end of the month counts; without a promise nothing is owed.
 */
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { candidatesOf } from './counting.ts'
import { forgetMonth, closeJudgedMonth, listOpenMonths, promiseMonth } from './month-proofs.ts'
import { periodAt } from './period.ts'
import { amountMax, judgeCandidates } from './rules.ts'

/** The settings of operators. */
export type BonusTerms = {
  readonly isOn: () => boolean
  /** The amount for each user, in units of 0.01 rupiah; 0 if none is set. */
  readonly amount: () => number
}

export type BonusClosingDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Pick<Engine, 'isCurrent' | 'status'>
  readonly terms: BonusTerms
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A month is closed this long after its end, when its last trades are in the journal. */
const graceMs = 600_000

/** Records the promise for the current month, and closes the months that are over. Safe to run twice. */
export async function closeMonths(deps: BonusClosingDeps): Promise<void> {
  const { database, keys, engine, terms, clock } = deps
  const nowMs = clock()
  const { startMs } = periodAt(nowMs)
  const amount = terms.isOn() ? terms.amount() : 0
  if (amount > 0 && amount <= amountMax) await promiseMonth(database, keys, startMs, amount)
  else await forgetMonth(database, keys, startMs)
  if (nowMs < startMs + graceMs) return
  // Trades that the engine does not know yet would be missing in the month forever.
  if (!engine.isCurrent()) return
  for (const month of await listOpenMonths(database, keys, startMs)) {
    const candidates = await candidatesOf(deps, periodAt(month))
    await closeJudgedMonth(database, keys, month, judgeCandidates(candidates))
  }
}
