/** Articles page by page (DEC-91). */
import { type PagedList, usePagedList } from '../app/paged-list.ts'
import { articleRows, loadArticles } from './news-calls.ts'
import type { Article } from './wire.ts'

/** The articles that were loaded, each once though one was published meanwhile. */
export function useNews(): PagedList<Article> {
  return usePagedList({ queryKey: ['news'], load: loadArticles, rowsMax: articleRows })
}
