/**
 * Rupiah in and out on a page: loaded once, asked again when the own balance or a notice says that
 * something became of a transfer (WAL-09), and now and then while one is on its way.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwnProfile } from '../accounts/settings/profile.ts'
import { type PagedList, usePagedList } from '../app/paged-list.ts'
import { askAnew, queryClient } from '../app/queries.ts'
import { onFeedEvent } from '../feed/store.ts'
import { useWallet } from '../trade/balances.ts'
import { ownKey } from '../trade/orders/my-orders.ts'
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
  stateOf,
  type Withdrawal,
} from './rupiah.ts'
import { type BankAccess, bankAccess } from './bank-access.ts'
import { useLiveBalances } from './use-live-balances.ts'

const rupiahKey = [...ownKey, 'rupiah'] as const
const bankName = 'bank'
/** Events come in bunches; one question answers them all. */
const bunchMs = 250
/** A transfer that is on its way is looked at this often, where no event tells of it. */
const movingMs = 2_000
/** So is one that waits for somebody: an invoice that ends is no event. */
const waitingMs = 8_000
/** How the bank is, and what is left of today's limit. */
const rulesMs = 30_000

/** States that pass by themselves within moments. */
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

/** Asks for everything about rupiah again; what is shown stays until the answers are there. */
export function refreshRupiah(): void {
  askAnew(rupiahKey).catch(() => undefined)
}

/** Asks for the saved bank account again, and is done once it is there, or could not be had. */
export function reloadBankAccount(): Promise<void> {
  return queryClient.refetchQueries({ queryKey: [...rupiahKey, bankName] })
}

/** Keeps balances and transfers right while the page is shown. */
export function useRupiahNews(): void {
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
  /** Undefined while it is not known. */
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

/** Limits, fees, ways to pay, holds, and how the bank is. */
export function useRules(): Loaded<RupiahRules> {
  return useLoaded('rules', loadRules, rulesMs)
}

/** The saved bank account. */
export function useBankAccount(): Loaded<BankAccount | null> {
  return useLoaded(bankName, loadBankAccount)
}

/** What its owner can do with the saved account; null while that is not known. */
export function useBankAccess(account: BankAccount | null | undefined): BankAccess | null {
  const profile = useOwnProfile()
  if (account === undefined || profile.state === 'loading') return null
  const isDemo = profile.state === 'ready' && profile.value?.isDemo === true
  return account === null ? 'open' : bankAccess(account, isDemo)
}

/** The own withdrawals that are not over. */
export function useOpenWithdrawals(): Loaded<readonly Withdrawal[]> {
  return useLoaded('open', loadOpenWithdrawals)
}

/** One own deposit; null where there is none of this number. */
export function useDeposit(id: string): Loaded<Deposit | null> {
  return useLoaded(`deposit ${id}`, () => loadDeposit(id))
}

type Listed = Deposit | Withdrawal

function useTransfers<Row extends Listed>(
  name: string,
  load: (page: number) => Promise<readonly Row[]>,
): PagedList<Row> {
  const queryKey = [...rupiahKey, name]
  // Whoever comes back from the bank's page wants to see what became of it.
  return usePagedList({ queryKey, load, rowsMax: transferRows, pauseMs })
}

/** How long until the list is asked for again; false where nothing in it will change. */
function pauseMs(rows: readonly Listed[]): number | false {
  if (rows.some((row) => moving.has(stateOf(row)))) return movingMs
  return rows.some((row) => row.status === 'PENDING') ? waitingMs : false
}

/** The own deposits. */
export function useDeposits(): PagedList<Deposit> {
  return useTransfers('deposits', loadDeposits)
}

/** The own withdrawals. */
export function useWithdrawals(): PagedList<Withdrawal> {
  return useTransfers('withdrawals', loadWithdrawals)
}

/** Units of rupiah that are available; null while that is not known. */
export function useAvailableRupiah(): number | null {
  const { balances } = useWallet()
  const balance = balances.find(({ symbol }) => symbol === 'IDR')
  return balance === undefined ? null : rupiahUnits(balance.available)
}
