/** For tests of custody: an engine and a verdict that the test controls. */
import type { HoldRow } from '@tukar/core'
import type { Engine } from '../../../../engine/index.ts'

/** An engine whose answers the test sets. */
export function createTestLedger() {
  const balances = new Map<string, number>()
  const holds = new Map<number, HoldRow>()
  let afterMoment: (() => void) | null = null
  const engine: Pick<Engine, 'waitForProjection' | 'moment'> = {
    waitForProjection: async () => true,
    moment: async ({ currencyId, accountIds, holdIds }) => {
      const available = accountIds.map(
        (id) => [id, balances.get(`${id} ${currencyId}`) ?? 0] as const,
      )
      const known = [...holds].filter(([id]) => holdIds.includes(id))
      afterMoment?.()
      return { status: 'known', available: new Map(available), holds: new Map(known) }
    },
  }
  return {
    engine,
    holds,
    /** Sets the balance of an account in a currency. */
    has(accountId: number, currencyId: number, units: number): void {
      balances.set(`${accountId} ${currencyId}`, units)
    },
    /** Runs after the next answer of the engine, before the one that follows. */
    afterNextMoment(work: () => void): void {
      afterMoment = () => {
        afterMoment = null
        work()
      }
    },
  }
}

/** Custody that the test controls: whole, except for the currencies that it calls stale. */
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
