/**
 * Own balances while they are loaded: events and answers come by different ways, so an answer may be
 * older than an event that was here before it. What events tell during a load outlives its answer.
 */
import type { OwnBalances } from './messages.ts'

type Amounts = { readonly symbol: string; readonly available: string; readonly held: string }

/** Returns the balances with what an event told of some of them. */
export function withNews<Balance extends Amounts>(
  balances: readonly Balance[],
  news: OwnBalances,
): readonly Balance[] {
  return balances.map((balance) => {
    const change = news[balance.symbol]
    if (change === undefined) return balance
    const { available, held } = change
    return { ...balance, available: available ?? balance.available, held: held ?? balance.held }
  })
}

export type BalanceLoads = {
  /** Loads balances; rejects as `read` does. */
  load<Balance extends Amounts>(
    read: () => Promise<readonly Balance[]>,
  ): Promise<readonly Balance[]>
  /** Keeps what an event told for every load that is under way. */
  tell(news: OwnBalances): void
}

/** Returns loads that know nothing yet. */
export function createBalanceLoads(): BalanceLoads {
  const underWay = new Set<{ news: OwnBalances }>()
  return {
    async load(read) {
      const told: { news: OwnBalances } = { news: {} }
      underWay.add(told)
      try {
        return withNews(await read(), told.news)
      } finally {
        underWay.delete(told)
      }
    },
    tell(news) {
      for (const told of underWay) told.news = merged(told.news, news)
    },
  }
}

function merged(known: OwnBalances, news: OwnBalances): OwnBalances {
  const all: Record<string, OwnBalances[string]> = { ...known }
  for (const [symbol, { available, held }] of Object.entries(news)) {
    const before = known[symbol]
    all[symbol] = {
      available: available ?? before?.available ?? null,
      held: held ?? before?.held ?? null,
    }
  }
  return all
}
