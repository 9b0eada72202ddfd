/** Lists that load page by page. */
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadedPage, nextPageAfter, type Page, listRows } from './pages.ts'

/** How to load the next page. */
export type NextPage = {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** Whether the last request for a further page failed. */
  readonly isMoreFailed: boolean
  readonly loadMore: () => void
}

export type PagedList<Row> = NextPage & {
  /** Each row once, although pages shift while rows are added. */
  readonly rows: readonly Row[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
}

/** The cached pages under the key of a list. */
export type KnownPages<Row extends { readonly id: string }> = InfiniteData<Page<Row>, number>

type Paged<Row> = {
  readonly queryKey: QueryKey
  /** Loads a page; the first is 1. */
  readonly load: (page: number) => Promise<readonly Row[]>
  /** The number of rows in a full page; fewer mean that it is the last page. */
  readonly rowsMax: number
  readonly isEnabled?: boolean
  /** The refetch interval for data without events; false for never. */
  readonly refetchMs?: (rows: readonly Row[]) => number | false
}

/** The loaded rows. A list with a refetch interval is also loaded when its window gets the focus. */
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
