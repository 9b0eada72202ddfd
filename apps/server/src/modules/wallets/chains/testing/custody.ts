/** For tests of custody: an engine that says what a test says, and a verdict that a test gives. */
import type { HoldRow } from '@tukar/core'
import type { Engine } from '../../../../engine/index.ts'

/** What the engine of a test knows; a test adds to it. */
export function saidBooks() {
  const balances = new Map<string, number>()
  const holds = new Map<number, HoldRow>()
  const engine: Pick<Engine, 'waitForProjection' | 'balance' | 'hold'> = {
    waitForProjection: async () => true,
    balance: async (accountId, currencyId) => {
      return { status: 'known', available: balances.get(`${accountId} ${currencyId}`) ?? 0 }
    },
    hold: async (holdId) => ({ status: 'known', hold: holds.get(holdId) ?? null }),
  }
  return {
    engine,
    holds,
    /** Has an account have units of a currency. */
    has(accountId: number, currencyId: number, units: number): void {
      balances.set(`${accountId} ${currencyId}`, units)
    },
  }
}

/** Custody as a test judges it: whole, but for what it calls stale. */
export function judgedCustody() {
  const stale = new Set<number>()
  return {
    stopOf: (currencyId: number) => (stale.has(currencyId) ? 'custody_stale' : null),
    judge(currencyId: number, verdict: 'whole' | 'stale'): void {
      if (verdict === 'stale') stale.add(currencyId)
      else stale.delete(currencyId)
    },
  } as const
}
