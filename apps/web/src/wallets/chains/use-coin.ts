/**
 * The data of a coin on a page: loaded once, reloaded when a balance or notification event reports a change
 * of a transfer (WAL-09), and polled while a transfer is on a chain.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PagedList, usePagedList } from '../../app/paged-list.ts'
import { refetchShown, queryClient } from '../../app/queries.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { useWallet } from '../../trade/balances.ts'
import { userKey } from '../../trade/orders/my-orders.ts'
import type { Balance } from '../../trade/wire.ts'
import { transferRows } from '../rupiah/rupiah-calls.ts'
import { useLiveBalances } from '../use-live-balances.ts'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import {
  type Coin,
  type CoinDeposit,
  type CoinRules,
  coinUnits,
  type CoinWithdrawal,
  isDepositOpen,
  isWithdrawalOpen,
  type CoinNetwork,
} from './coin.ts'
import {
  type Family,
  loadAddress,
  loadCoin,
  loadCoinDeposits,
  loadCoinRules,
  loadCoinWithdrawals,
  loadNewestWithdrawals,
  loadOpenCoinDeposits,
  loadOpenCoinWithdrawals,
  loadNetworks,
} from './coin-calls.ts'
import { paidAddresses } from './coin-withdrawal.ts'

const coinKey = [...userKey, 'coins'] as const
/** Events arrive in bursts; one reload covers a burst. */
const bunchMs = 250
/** Blocks arrive without an event, so confirmations are polled. */
const openMs = 4_000
/** Polls while nothing is open, to find incoming deposits. */
const quietMs = 15_000
/** The state of the chains, and the rest of today's limit. */
const rulesMs = 30_000

/** Reloads all coin data; the old data is shown until the answers arrive. */
export function refreshCoins(): void {
  refetchShown(coinKey).catch(() => undefined)
}

/** Keeps balances and transfers of a coin current while the page is shown. */
export function useCoinUpdates(symbol: string): void {
  useLiveBalances()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = onFeedEvent((event) => {
      const isNews =
        event.kind === 'notice' || (event.kind === 'ownBalances' && symbol in event.balances)
      if (!isNews || timer !== null) return
      timer = setTimeout(() => {
        timer = null
        refreshCoins()
      }, bunchMs)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [symbol])
}

function useLoaded<Value>(
  key: readonly string[],
  load: () => Promise<Value>,
  intervalMs: number | false = false,
): Loaded<Value> {
  const { data, isError, refetch } = useQuery({
    queryKey: [...coinKey, ...key],
    queryFn: load,
    refetchInterval: intervalMs,
  })
  return {
    value: data,
    isFailed: isError && data === undefined,
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** The currency of a symbol; null if there is none. */
export function useCoin(symbol: string): Loaded<Coin | null> {
  return useLoaded(['coin', symbol], () => loadCoin(symbol))
}

/** The networks of a coin or token. */
export function useNetworks(coin: Coin): Loaded<readonly CoinNetwork[]> {
  return useLoaded(['ways', coin.symbol], () => loadNetworks(coin))
}

/** The user's address; null if none was requested yet. */
export function useAddress(family: Family): Loaded<string | null> {
  return useLoaded(['address', family], () => loadAddress(family))
}

/** Adds a new address to the query cache. */
export function cacheAddress(family: Family, address: string): void {
  queryClient.setQueryData([...coinKey, 'address', family], address)
}

/** Limits, fees and holds of a coin's withdrawals, and the state of its chains. */
export function useCoinRules(coin: Coin): Loaded<CoinRules> {
  return useLoaded(['rules', coin.symbol], () => loadCoinRules(coin), rulesMs)
}

function useTransfers<Row extends { readonly id: string }>(
  key: readonly string[],
  load: (page: number) => Promise<readonly Row[]>,
  isOpen: (row: Row) => boolean,
): PagedList<Row> {
  return usePagedList({
    queryKey: [...coinKey, ...key],
    load,
    rowsMax: transferRows,
    refetchMs: (rows) => (rows.some(isOpen) ? openMs : quietMs),
  })
}

/** The user's deposits of a coin. */
export function useCoinDeposits(coin: Coin): PagedList<CoinDeposit> {
  const load = (page: number) => loadCoinDeposits(coin, page)
  return useTransfers(['deposits', coin.symbol], load, isDepositOpen)
}

/** The user's withdrawals of a coin. */
export function useCoinWithdrawals(coin: Coin): PagedList<CoinWithdrawal> {
  const load = (page: number) => loadCoinWithdrawals(coin, page)
  return useTransfers(['withdrawals', coin.symbol], load, isWithdrawalOpen)
}

/** The recent destinations of all coins of the same address family. */
export function usePaidAddresses({ kind }: Coin): Loaded<readonly string[]> {
  const family = kind === 'bitcoin' ? 'bitcoin' : 'ethereum'
  return useLoaded(['paid', family], async () => paidAddresses(await loadNewestWithdrawals(family)))
}

export type CoinsInFlight = {
  readonly withdrawals: readonly CoinWithdrawal[]
  readonly deposits: readonly CoinDeposit[]
}

/** The open deposits and withdrawals of all coins. */
export function useCoinsInFlight(): Loaded<CoinsInFlight> {
  return useLoaded(
    ['flight'],
    async () => {
      const [withdrawals, deposits] = await Promise.all([
        loadOpenCoinWithdrawals(),
        loadOpenCoinDeposits(),
      ])
      return { withdrawals, deposits }
    },
    quietMs,
  )
}

/** The balance of a coin; undefined while it loads. */
export function useCoinBalance(symbol: string): Balance | undefined {
  return useWallet().balances.find((balance) => balance.symbol === symbol)
}

/** The available units of a coin; null while loading. */
export function useAvailableCoin({ symbol, decimals }: Coin): number | null {
  const balance = useCoinBalance(symbol)
  return balance === undefined ? null : coinUnits(balance.available, decimals)
}
