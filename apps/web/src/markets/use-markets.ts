/** The markets with their figures, live while anything on the page shows them. */
import { useQuery } from '@tanstack/react-query'
import { loadMarkets } from './market-calls.ts'
import type { Market } from './market.ts'

export type Markets = {
  readonly markets: readonly Market[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly isLive: boolean
  readonly retry: () => void
}

export function useMarkets(): Markets {
  const { data, isError, refetch } = useQuery({ queryKey: ['markets'], queryFn: loadMarkets })
  return {
    markets: data ?? [],
    state: isError ? 'error' : data === undefined ? 'loading' : 'ready',
    isLive: false,
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}
