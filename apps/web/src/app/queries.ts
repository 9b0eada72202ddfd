/** The one cache of what the server told. */
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

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

const isLoadingMore = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined

/**
 * Asks again for everything under the key that is shown, and marks all else as old. What is asked for the
 * first time and not answered yet is asked again, too: its answer may be older than what happened since.
 * A page more that is on its way comes first: asking again would break it off, and forget that it was asked for.
 */
export async function askAnew(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({
    queryKey,
    predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
  })
  const growing = queryClient.getQueryCache().findAll({ queryKey, predicate: isLoadingMore })
  const predicate = (query: Query) => !growing.includes(query)
  await Promise.all([
    queryClient.invalidateQueries({ queryKey, predicate }),
    ...growing.map(async (query) => {
      await query.promise?.catch(() => undefined)
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
