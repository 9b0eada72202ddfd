/** The address book on a page: loaded once, and reloaded after changes. */
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../app/queries.ts'
import { userKey } from '../../trade/orders/my-orders.ts'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import { loadCounterparties } from './book-calls.ts'
import type { Counterparty } from './counterparty.ts'

const bookKey = [...userKey, 'address-book'] as const

/** The entries, sorted by label. */
export function useAddressBook(): Loaded<readonly Counterparty[]> {
  const { data, isError, refetch } = useQuery({ queryKey: bookKey, queryFn: loadCounterparties })
  return {
    value: data,
    isFailed: isError && data === undefined,
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

/** Reloads the entries; the old ones are shown until the answer arrives. */
export function refreshAddressBook(): void {
  queryClient.invalidateQueries({ queryKey: bookKey }).catch(() => undefined)
}
