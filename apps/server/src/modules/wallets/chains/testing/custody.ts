/** For tests of custody: an engine that says what a test says, and a verdict that a test gives. */
import type { HoldRow } from '@tukar/core'
import type { Engine } from '../../../../engine/index.ts'

/** What the engine of a test knows; a test adds to it. */
export function saidBooks() {
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
    /** Has an account have units of a currency. */
    has(accountId: number, currencyId: number, units: number): void {
      balances.set(`${accountId} ${currencyId}`, units)
    },
    /** Runs once the engine was asked next, before it is asked again. */
    afterNextMoment(work: () => void): void {
      afterMoment = () => {
        afterMoment = null
        work()
      }
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
