/** The list of articles (NEWS-04, API-26): open to guests, in the reader's language. */
import { articleFields, articleRow, calls } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { listData, listOf } from '../../platform/lists/answer.ts'
import { listArticles } from './store.ts'

export type NewsRoutes = { readonly database: Database; readonly guard: Guard }

/** Serves the call. */
export function registerNewsRoutes(http: HttpHost, { database, guard }: NewsRoutes): void {
  route(http, guard, calls.articles, async ({ request, input }) => {
    const list = listOf(input, articleFields, 'id')
    const page = await listArticles(database, languageOf(request), list)
    return success(request, { data: listData(list, page, articleRow) })
  })
}
