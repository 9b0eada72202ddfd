/** Lists that are loaded page by page. */
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadedPage, nextPageAfter, type Page, listRows } from './pages.ts'

/** How the next page is asked for. */
export type NextPage = {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Whether the last page that was asked for did not come. */
  readonly isMoreFailed: boolean
  readonly loadMore: () => void
}

export type PagedList<Row> = NextPage & {
  /** Each once, though pages shift while rows come in. */
  readonly rows: readonly Row[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** What is known under the key of a list. */
export type KnownPages<Row extends { readonly id: string }> = InfiniteData<Page<Row>, number>

type Paged<Row> = {
  readonly queryKey: QueryKey
  /** Loads a page, from 1 on. */
  readonly load: (page: number) => Promise<readonly Row[]>
  /** So many rows has a page; fewer mean that there are no more. */
  readonly rowsMax: number
  readonly isEnabled?: boolean
  /** How long until what is shown is asked for again, where no event tells of it; false for never. */
  readonly refetchMs?: (rows: readonly Row[]) => number | false
}

/** The rows that were loaded. Where it asks again by itself, it does so too when its window comes to the front. */
export function usePagedList<Row extends { readonly id: string }>({
  queryKey,
  load,
  rowsMax,
  isEnabled = true,
  refetchMs,
}: Paged<Row>): PagedList<Row> {
  const query = useInfiniteQuery<Page<Row>, Error, KnownPages<Row>, QueryKey, number>({
    queryKey,
    queryFn: async ({ pageParam }) => loadedPage(await load(pageParam), rowsMax),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPageAfter(pages),
    enabled: isEnabled,
    ...(refetchMs !== undefined && {
      refetchOnWindowFocus: 'always' as const,
      refetchInterval: ({ state: { data } }) => refetchMs(listRows(data?.pages ?? [])),
    }),
  })
  const { data, isError, refetch, fetchNextPage } = query
  const rows = useMemo(() => listRows(data?.pages ?? []), [data])
  return {
    rows,
    state: data !== undefined ? 'ready' : isError ? 'error' : 'loading',
    retry: () => {
      refetch().catch(() => undefined)
    },
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
    loadMore: () => {
      fetchNextPage().catch(() => undefined)
    },
  }
}
