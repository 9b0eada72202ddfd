/** The call for articles (NEWS-04). */
import { send } from '../api/request.ts'
import { type Article, readArticles } from './wire-reading.ts'

/** A page of articles; fewer mean that there are no more (DEC-91). */
export const articleRows = 10

/** Loads a page of articles from 1 on, the newest first. Throws where the server does not answer. */
export async function loadArticles(page: number): Promise<readonly Article[]> {
  const query = { page, rows: articleRows, sort: 'id', order: 'desc' }
  const outcome = await send({ host: 'api', method: 'GET', path: '/articles', query })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readArticles(outcome.body)
}
