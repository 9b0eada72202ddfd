/**
 * Eligibility to trade, deposit and withdraw (ATT-51): the user is verified and has agreed. Neither is ever
 * revoked, so a user who passed once is cached and not looked up again.
 */
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { type KycState, kycStateOf } from '../kyc/index.ts'
import { hasAgreed } from './store.ts'

/** The action that the user wants to perform. */
export type GuardedAction = 'trade' | 'deposit' | 'withdraw'

export type Eligibility = {
  /** Refuses `kyc.required` or `agreement.required` if the user may not perform this action yet. */
  requireFor(userId: number, passage: GuardedAction): Promise<void>
}

export type EligibilityDeps = {
  readonly database: Database
  readonly keys: Keys
  /** Whether starting funds may be traded before the identity check. */
  readonly tradesBeforeKyc: boolean
}

/** The limit of cached users; beyond it, users are looked up again. */
const rememberedMax = 100_000

/** Creates the check of eligibility. */
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

/** Refuses `kyc.required` in every state except approved. */
export function requireApproved(state: KycState): void {
  if (state !== 'approved') throw new Refusal('kyc.required', { missing: 'kyc' })
}
