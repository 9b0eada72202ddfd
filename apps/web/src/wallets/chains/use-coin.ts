/**
 * A coin on a page: loaded once, asked again when the own balance or a notice says that something became
 * of a transfer (WAL-09), and now and then while one is on its way over a chain.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PagedList, usePagedList } from '../../app/paged-list.ts'
import { askAnew, queryClient } from '../../app/queries.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { useWallet } from '../../trade/balances.ts'
import { ownKey } from '../../trade/orders/my-orders.ts'
import type { Balance } from '../../trade/wire.ts'
import { transferRows } from '../rupiah-calls.ts'
import { useLiveBalances } from '../use-live-balances.ts'
import type { Loaded } from '../use-rupiah.ts'
import {
  type Coin,
  type CoinDeposit,
  type CoinRules,
  coinUnits,
  type CoinWithdrawal,
  isDepositOpen,
  isWithdrawalOpen,
  type Way,
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
  loadWays,
} from './coin-calls.ts'
import { paidAddresses } from './coin-withdrawal.ts'

const coinKey = [...ownKey, 'coins'] as const
/** Events come in bunches; one question answers them all. */
const bunchMs = 250
/** Blocks come by themselves, and no event tells of a confirmation. */
const openMs = 4_000
/** What comes in unasked is found as well by who only looks. */
const quietMs = 15_000
/** How the chains are, and what is left of today's limit. */
const rulesMs = 30_000

/** Asks for everything about coins again; what is shown stays until the answers are there. */
export function refreshCoins(): void {
  askAnew(coinKey).catch(() => undefined)
}

/** Keeps balances and transfers of a coin right while the page is shown. */
export function useCoinNews(symbol: string): void {
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

/** The currency of a symbol; null where there is none. */
export function useCoin(symbol: string): Loaded<Coin | null> {
  return useLoaded(['coin', symbol], () => loadCoin(symbol))
}

/** The chains that a coin or token goes over. */
export function useWays(coin: Coin): Loaded<readonly Way[]> {
  return useLoaded(['ways', coin.symbol], () => loadWays(coin))
}

/** The own address; null where none was asked for yet. */
export function useAddress(family: Family): Loaded<string | null> {
  return useLoaded(['address', family], () => loadAddress(family))
}

/** Puts an address that was just made where it is shown. */
export function keepAddress(family: Family, address: string): void {
  queryClient.setQueryData([...coinKey, 'address', family], address)
}

/** Limits, fees and holds of a coin's withdrawals, and how its chains are. */
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
    pauseMs: (rows) => (rows.some(isOpen) ? openMs : quietMs),
  })
}

/** The own deposits of a coin. */
export function useCoinDeposits(coin: Coin): PagedList<CoinDeposit> {
  const load = (page: number) => loadCoinDeposits(coin, page)
  return useTransfers(['deposits', coin.symbol], load, isDepositOpen)
}

/** The own withdrawals of a coin. */
export function useCoinWithdrawals(coin: Coin): PagedList<CoinWithdrawal> {
  const load = (page: number) => loadCoinWithdrawals(coin, page)
  return useTransfers(['withdrawals', coin.symbol], load, isWithdrawalOpen)
}

/** The addresses that money went to lately, of all coins whose addresses are alike. */
export function usePaidAddresses({ kind }: Coin): Loaded<readonly string[]> {
  const family = kind === 'bitcoin' ? 'bitcoin' : 'ethereum'
  return useLoaded(['paid', family], async () => paidAddresses(await loadNewestWithdrawals(family)))
}

export type CoinsInFlight = {
  readonly withdrawals: readonly CoinWithdrawal[]
  readonly deposits: readonly CoinDeposit[]
}

/** What is on its way of all coins, in and out. */
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

/** What there is of a coin; undefined while that is not known. */
export function useCoinBalance(symbol: string): Balance | undefined {
  return useWallet().balances.find((balance) => balance.symbol === symbol)
}

/** Units of a coin that are available; null while that is not known. */
export function useAvailableCoin({ symbol, decimals }: Coin): number | null {
  const balance = useCoinBalance(symbol)
  return balance === undefined ? null : coinUnits(balance.available, decimals)
}
