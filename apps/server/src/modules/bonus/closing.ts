/**
 * The end of a month (SRV-87): who filled his orders is judged and kept, once, however often and wherever
 * this runs. What is promised while a month runs is what counts at its end; what nobody promised is not owed.
 */
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { candidatesOf } from './counting.ts'
import { forgetMonth, closeJudgedMonth, listOpenMonths, promiseMonth } from './month-proofs.ts'
import { periodAt } from './period.ts'
import { amountMax, judgeCandidates } from './rules.ts'

/** What operators set. */
export type BonusTerms = {
  readonly isOn: () => boolean
  /** For each person, in units of 0.01 rupiah; 0 while none is set. */
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

/** A month is looked at so long after its end: by then its last trades are in the journal. */
const graceMs = 600_000

/** Keeps what is promised for the month that runs, and closes those that are over. Safe to run twice. */
export async function closeMonths(deps: BonusClosingDeps): Promise<void> {
  const { database, keys, engine, terms, clock } = deps
  const nowMs = clock()
  const { startMs } = periodAt(nowMs)
  const amount = terms.isOn() ? terms.amount() : 0
  if (amount > 0 && amount <= amountMax) await promiseMonth(database, keys, startMs, amount)
  else await forgetMonth(database, keys, startMs)
  if (nowMs < startMs + graceMs) return
  // What the engine does not know yet would be missing in the month for ever.
  if (!engine.isCurrent()) return
  for (const month of await listOpenMonths(database, keys, startMs)) {
    const candidates = await candidatesOf(deps, periodAt(month))
    await closeJudgedMonth(database, keys, month, judgeCandidates(candidates))
  }
}
