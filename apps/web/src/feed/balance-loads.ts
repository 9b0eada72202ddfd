/**
 * Loads the user's balances while events may change them. Events and answers travel separately, so an answer
 * may be older than an event that came before it. An event that comes during a load is applied to the answer.
 */
import type { OwnBalances } from './messages.ts'

type Amounts = { readonly symbol: string; readonly available: string; readonly held: string }

/** Returns the balances with the changes of an event applied. */
export function mergeBalances<Balance extends Amounts>(
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
  /** Loads balances; rejects if `read` rejects. */
  load<Balance extends Amounts>(
    read: () => Promise<readonly Balance[]>,
  ): Promise<readonly Balance[]>
  /** Applies an event to the answer of every load that is under way. */
  apply(news: OwnBalances): void
}

/** Creates the loads, with none under way. */
export function createBalanceLoads(): BalanceLoads {
  const underWay = new Set<{ news: OwnBalances }>()
  return {
    async load(read) {
      const pending: { news: OwnBalances } = { news: {} }
      underWay.add(pending)
      try {
        return mergeBalances(await read(), pending.news)
      } finally {
        underWay.delete(pending)
      }
    },
    apply(news) {
      for (const pending of underWay) pending.news = merged(pending.news, news)
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
