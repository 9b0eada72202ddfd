/** The call for articles (NEWS-04). */
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { type Article, readArticle } from './wire.ts'

/** The rows of a page of articles; fewer rows mean that it is the last page (DEC-91). */
export const articleRows = 10

/** Loads a page of articles from 1 on, the newest first. Throws if the server does not answer. */
export function loadArticles(page: number): Promise<readonly Article[]> {
  const input = { page, rows: articleRows, sort: 'id', order: 'desc' } as const
  return load(routes.articles, { input }, ({ data }) => data.datas.map(readArticle))
}
