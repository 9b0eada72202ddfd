/**
 * The gate before trading and money (ATT-51): open to who is verified and has agreed. Neither is ever taken
 * back, so that who passed once is remembered and asks the database no more.
 */
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type KycState, kycStateOf } from '../kyc/index.ts'
import { hasAgreed } from './store.ts'

/** What is asked for. */
export type GuardedAction = 'trade' | 'deposit' | 'withdraw'

export type Eligibility = {
  /** Refuses `kyc.required` or `agreement.required` where this is not open to the person yet. */
  requireFor(userId: number, passage: GuardedAction): Promise<void>
}

export type EligibilityDeps = {
  readonly database: Database
  readonly keys: Keys
  /** Whether starting funds may be traded before anything is verified. */
  readonly tradesBeforeKyc: boolean
}

/** So many numbers are little memory; beyond them people are looked up again. */
const rememberedMax = 100_000

/** Makes the gate. */
export function createEligibility({
  database,
  keys,
  tradesBeforeKyc,
}: EligibilityDeps): Eligibility {
  const passed = new Set<number>()
  return {
    async requireFor(userId, passage) {
      if (passage === 'trade' && tradesBeforeKyc) return
      if (passed.has(userId)) return
      requireApproved(await kycStateOf({ database, keys }, userId))
      if (!(await hasAgreed(database, keys, userId))) {
        throw new Refusal('agreement.required', { missing: 'agreement' })
      }
      if (passed.size >= rememberedMax) passed.clear()
      passed.add(userId)
    },
  }
}

/** Refuses `kyc.required` in every state but the approved one. */
export function requireApproved(state: KycState): void {
  if (state !== 'approved') throw new Refusal('kyc.required', { missing: 'kyc' })
}
