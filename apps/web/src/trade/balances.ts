/** The user's balances: loaded once, then updated by absolute values from events. */
import { parseUnits } from '@tukar/money'
import { useQuery } from '@tanstack/react-query'
import { updateCached } from '../app/queries.ts'
import { useSession } from '../api/session.ts'
import type { OwnBalances } from '../feed/messages.ts'
import { createBalanceLoads, mergeBalances } from '../feed/balance-loads.ts'
import type { TradeMarket } from './market/market.ts'
import { userKey } from './orders/my-orders.ts'
import { loadTradingBalances, loadWallet } from './trade-calls.ts'
import type { Balance } from './wire.ts'

const loads = createBalanceLoads()
const balancesKey = [...userKey, 'balances'] as const

/** Available units of the market's currencies; null while unknown. */
export type Available = { readonly base: number | null; readonly quote: number | null }

/** The available balances of the market's two currencies. */
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

/** All balances of the user. */
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

/** Applies an event to all cached and loading lists of balances. */
export function applyBalances(changes: OwnBalances): void {
  loads.apply(changes)
  updateCached<readonly Balance[]>(balancesKey, (balances) => mergeBalances(balances, changes))
}
