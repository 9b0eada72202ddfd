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

/**
 * Asks anew for everything under the key that is shown, and marks all else as old. What is asked for the
 * first time and not answered yet is asked again, too: its answer may be older than what happened since.
 */
export async function askAnew(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({
    queryKey,
    predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
  })
  await queryClient.invalidateQueries({ queryKey })
}
