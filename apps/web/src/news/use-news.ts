/** Articles page by page (DEC-91). */
import { type PagedList, usePagedList } from '../app/paged-list.ts'
import { articleRows, loadArticles } from './news-calls.ts'
import type { Article } from './wire.ts'

/** The loaded articles, without duplicates if one was published in between. */
export function useNews(): PagedList<Article> {
  return usePagedList({ queryKey: ['news'], load: loadArticles, rowsMax: articleRows })
}
