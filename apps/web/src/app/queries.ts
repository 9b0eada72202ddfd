/** The one cache of server data. */
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

/** Calls repeat themselves; queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
})

/**
 * Applies an event to every cached answer under the key. An answer that was marked as stale stays stale,
 * because the event changes only a part of it.
 */
export function updateCached<Data>(queryKey: QueryKey, amend: (known: Data) => Data): void {
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
 * Refetches all shown data under the key and marks the rest as stale. A first load without an answer starts
 * again, because its answer may be older than the event. A running load of a further page finishes first: a
 * refetch would cancel it.
 */
export async function refetchShown(queryKey: QueryKey): Promise<void> {
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
