/** Own balances: loaded, then kept right by absolute values that events tell. */
import { parseUnits } from '@tukar/money'
import { useQuery } from '@tanstack/react-query'
import { amendKnown } from '../app/queries.ts'
import { useSession } from '../api/session.ts'
import type { OwnBalances } from '../feed/messages.ts'
import { createBalanceLoads, withNews } from '../feed/balance-loads.ts'
import type { TradeMarket } from './market/market.ts'
import { ownKey } from './orders/my-orders.ts'
import { loadTradingBalances, loadWallet } from './trade-calls.ts'
import type { Balance } from './wire.ts'

const loads = createBalanceLoads()
const balancesKey = [...ownKey, 'balances'] as const

/** Units that are available of the market's currencies; null while they are not known. */
export type Available = { readonly base: number | null; readonly quote: number | null }

/** What of the market's two currencies is available to trade with. */
export function useAvailable(market: TradeMarket): Available {
  const session = useSession()
  const { data } = useQuery({
    queryKey: [...balancesKey, market.pair],
    queryFn: () => loads.load(() => loadTradingBalances(market)),
    enabled: session !== null,
  })
  const units = (symbol: string, decimals: number): number | null => {
    const balance = data?.find((entry) => entry.symbol === symbol)
    const parsed = balance === undefined ? null : parseUnits(balance.available, decimals)
    return parsed?.ok === true ? parsed.units : null
  }
  return {
    base: units(market.base.symbol, market.base.decimals),
    quote: units(market.quote.symbol, market.quote.decimals),
  }
}

export type Wallet = {
  readonly balances: readonly Balance[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** All balances. */
export function useWallet(): Wallet {
  const session = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: [...balancesKey, 'all'],
    queryFn: () => loads.load(loadWallet),
    enabled: session !== null,
  })
  return {
    balances: data ?? [],
    state: data !== undefined ? 'ready' : isError ? 'error' : 'loading',
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** Puts what an event told into every list of balances that is known, or on its way. */
export function applyBalances(changes: OwnBalances): void {
  loads.tell(changes)
  amendKnown<readonly Balance[]>(balancesKey, (balances) => withNews(balances, changes))
}
