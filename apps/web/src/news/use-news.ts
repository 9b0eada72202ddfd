/** Articles page by page (DEC-91). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { articleRows, loadArticles } from './news-calls.ts'
import type { Article } from './wire-reading.ts'

export type News = {
  readonly articles: readonly Article[]
  readonly state: 'loading' | 'error' | 'ready'
  readonly retry: () => void
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly isMoreFailed: boolean
  readonly loadMore: () => void
}

/** The articles that were loaded, each once though one was published meanwhile. */
export function useNews(): News {
  const query = useInfiniteQuery({
    queryKey: ['news'],
    queryFn: ({ pageParam }) => loadArticles(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < articleRows ? null : pages.length + 1),
  })
  const { data } = query
  const articles = useMemo(() => {
    const byId = new Map((data?.pages ?? []).flat().map((article) => [article.id, article]))
    return [...byId.values()]
  }, [data])
  return {
    articles,
    state: data !== undefined ? 'ready' : query.isError ? 'error' : 'loading',
    retry: () => {
      query.refetch().catch(() => undefined)
    },
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isMoreFailed: query.isFetchNextPageError,
    loadMore: () => {
      query.fetchNextPage().catch(() => undefined)
    },
  }
}
