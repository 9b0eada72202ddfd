/** The one cache of what the server told. */
import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** Repeats are made below, by the call itself; a query asks once. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
})

/**
 * Puts news into every known answer under the key. One that was marked as old stays so: news tell a part,
 * and what was missed of the rest is still to be asked for.
 */
export function amendKnown<Data>(queryKey: QueryKey, amend: (known: Data) => Data): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, isInvalidated } = query.state
    if (data === undefined) continue
    queryClient.setQueryData<Data>(query.queryKey, (known) =>
      known === undefined ? known : amend(known),
    )
    if (isInvalidated) query.invalidate()
  }
}
