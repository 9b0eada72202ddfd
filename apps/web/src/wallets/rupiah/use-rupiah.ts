/**
 * The rupiah data of a page: loaded once, reloaded when a balance or notification event reports a change of a
 * transfer (WAL-09), and polled while a transfer is in process.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProfileResource } from '../../accounts/settings/profile.ts'
import { type PagedList, usePagedList } from '../../app/paged-list.ts'
import { refetchShown, queryClient } from '../../app/queries.ts'
import { onFeedEvent } from '../../feed/store.ts'
import { useWallet } from '../../trade/balances.ts'
import { userKey } from '../../trade/orders/my-orders.ts'
import {
  loadBankAccount,
  loadDeposit,
  loadDeposits,
  loadOpenWithdrawals,
  loadRules,
  loadWithdrawals,
  transferRows,
} from './rupiah-calls.ts'
import {
  type BankAccount,
  type Deposit,
  type RupiahRules,
  rupiahUnits,
  findLastState,
  type Withdrawal,
} from './rupiah.ts'
import { type BankAccess, bankAccess } from './bank-access.ts'
import { useLiveBalances } from '../use-live-balances.ts'

const rupiahKey = [...userKey, 'rupiah'] as const
const bankName = 'bank'
/** Events arrive in bursts; one reload covers a burst. */
const bunchMs = 250
/** The polling interval of a transfer in process, whose changes may have no event. */
const movingMs = 2_000
/** The polling interval of a waiting transfer: an invoice that expires has no event. */
const waitingMs = 8_000
/** The state of the bank, and the rest of today's limit. */
const rulesMs = 30_000

/** States that change within moments, without anyone acting. */
const moving: ReadonlySet<string> = new Set([
  'created',
  'paid',
  'requested',
  'held',
  'approved',
  'sending',
  'unknown',
  'sent',
])

/** Reloads all rupiah data; the old data is shown until the answers arrive. */
export function refreshRupiah(): void {
  refetchShown(rupiahKey).catch(() => undefined)
}

/** Reloads the saved bank account; resolves once it is loaded, or loading failed. */
export function reloadBankAccount(): Promise<void> {
  return queryClient.refetchQueries({ queryKey: [...rupiahKey, bankName] })
}

/** Keeps balances and transfers current while the page is shown. */
export function useRupiahUpdates(): void {
  useLiveBalances()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const stop = onFeedEvent((event) => {
      const isNews =
        event.kind === 'notice' || (event.kind === 'ownBalances' && 'IDR' in event.balances)
      if (!isNews || timer !== null) return
      timer = setTimeout(() => {
        timer = null
        refreshRupiah()
      }, bunchMs)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [])
}

export type Loaded<Value> = {
  /** Undefined while loading. */
  readonly value: Value | undefined
  readonly isFailed: boolean
  readonly retry: () => void
}

function useLoaded<Value>(
  name: string,
  load: () => Promise<Value>,
  intervalMs?: number,
): Loaded<Value> {
  const { data, isError, refetch } = useQuery({
    queryKey: [...rupiahKey, name],
    queryFn: load,
    ...(intervalMs !== undefined && { refetchInterval: intervalMs }),
  })
  return {
    value: data,
    isFailed: isError && data === undefined,
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** Limits, fees, payment methods, holds, and the state of the bank. */
export function useRules(): Loaded<RupiahRules> {
  return useLoaded('rules', loadRules, rulesMs)
}

/** The saved bank account. */
export function useBankAccount(): Loaded<BankAccount | null> {
  return useLoaded(bankName, loadBankAccount)
}

/** Whether the owner can change the saved account; null while unknown. */
export function useBankAccess(account: BankAccount | null | undefined): BankAccess | null {
  const profile = useProfileResource()
  if (account === undefined || profile.state === 'loading') return null
  const isDemo = profile.state === 'ready' && profile.value?.isDemo === true
  return account === null ? 'open' : bankAccess(account, isDemo)
}

/** The user's open withdrawals. */
export function useOpenWithdrawals(): Loaded<readonly Withdrawal[]> {
  return useLoaded('open', loadOpenWithdrawals)
}

/** One of the user's deposits; null if the number is unknown. */
export function useDeposit(id: string): Loaded<Deposit | null> {
  return useLoaded(`deposit ${id}`, () => loadDeposit(id))
}

type Listed = Deposit | Withdrawal

function useTransfers<Row extends Listed>(
  name: string,
  load: (page: number) => Promise<readonly Row[]>,
): PagedList<Row> {
  const queryKey = [...rupiahKey, name]
  // A user who returns from the bank's page wants to see the new status.
  return usePagedList({ queryKey, load, rowsMax: transferRows, refetchMs: pollIntervalMs })
}

/** The polling interval of the list; false if no row will change. */
function pollIntervalMs(rows: readonly Listed[]): number | false {
  if (rows.some((row) => moving.has(findLastState(row)))) return movingMs
  return rows.some((row) => row.status === 'PENDING') ? waitingMs : false
}

/** The user's deposits. */
export function useDeposits(): PagedList<Deposit> {
  return useTransfers('deposits', loadDeposits)
}

/** The user's withdrawals. */
export function useWithdrawals(): PagedList<Withdrawal> {
  return useTransfers('withdrawals', loadWithdrawals)
}

/** The available units of rupiah; null while loading. */
export function useAvailableRupiah(): number | null {
  const { balances } = useWallet()
  const balance = balances.find(({ symbol }) => symbol === 'IDR')
  return balance === undefined ? null : rupiahUnits(balance.available)
}
