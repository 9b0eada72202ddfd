/** The console's calls of articles: list, read, save, move to the bin and restore. */
import {
  calls,
  type DeskArticle,
  type DeskArticleRow,
  type DeskRole,
  type InputOf,
  rowNumber,
} from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findContacts } from '../accounts/index.ts'
import { type Desk, deskRoute } from '../desk/index.ts'
import { addArticle, type ArticleSaving, binArticle, saveArticle } from './editing.ts'
import { findStoredArticle, type StoredArticle, listStoredArticles } from './store.ts'

/** The roles that write public texts; no money depends on them, so one operator is enough. */
export const writers: readonly DeskRole[] = ['support', 'admin']

const pageRows = 30

/** The id in a path; refuses `content.unknown` if it is not a number. */
export function contentId(id: string): number {
  const row = rowNumber(id)
  if (row === null) throw new Refusal('content.unknown')
  return row
}

/** Serves `/desk/articles` and the paths below it. */
export function registerArticleDesk(http: HttpHost, desk: Desk): void {
  const { database } = desk
  deskRoute(http, desk, calls.deskArticles, writers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const isInBin = input.place === 'bin'
    const { rows, total } = await listStoredArticles(database, isInBin, { page, rows: pageRows })
    const nameOf = await namesOf(desk, rows)
    const datas = rows.map((article) => articleRow(article, nameOf))
    return success(request, { data: { datas, total, page, rows: pageRows } })
  })
  deskRoute(http, desk, calls.deskArticle, writers, async ({ request, id }) => {
    const article = await findStoredArticle(database, contentId(id))
    if (article === null) throw new Refusal('content.unknown')
    const { bodyEn, bodyId, extLink } = article
    const row = articleRow(article, await namesOf(desk, [article]))
    const body = { en: bodyEn, id: bodyId }
    return success(request, { data: { ...row, body, ext_link: extLink } satisfies DeskArticle })
  })
  deskRoute(http, desk, calls.addArticle, writers, async ({ request, operator, input }) => {
    const id = await addArticle(database, operator.operatorId, savingOf(input))
    return success(request, { data: { id } })
  })
  deskRoute(http, desk, calls.saveArticle, writers, async ({ request, operator, input, id }) => {
    const read = { articleId: contentId(id), version: input.version ?? 0 }
    await saveArticle(database, operator.operatorId, read, savingOf(input))
    return success(request, {})
  })
  registerBin(http, desk)
}

function registerBin(http: HttpHost, desk: Desk): void {
  for (const [call, isRemoved] of [
    [calls.removeArticle, true],
    [calls.restoreArticle, false],
  ] as const) {
    deskRoute(http, desk, call, writers, async ({ request, operator, input, id }) => {
      const read = { articleId: contentId(id), version: input.version }
      const reason = input.reason ?? ''
      await binArticle(desk.database, operator.operatorId, read, { isRemoved, reason })
      return success(request, {})
    })
  }
}

function savingOf(input: InputOf<typeof calls.saveArticle>): ArticleSaving {
  const { title, body, ext_link: extLink, state, published_at: publishedAt } = input
  return { title, body, extLink, state, createdMs: Date.parse(publishedAt) }
}

type NameOf = (userId: number | null) => string | null

async function namesOf({ database }: Desk, articles: readonly StoredArticle[]): Promise<NameOf> {
  const ids = articles.flatMap(({ changedBy }) => (changedBy === null ? [] : [changedBy]))
  const contacts = await findContacts(database, [...new Set(ids)])
  return (userId) => (userId === null ? null : (contacts.get(userId)?.name ?? `#${userId}`))
}

function articleRow(article: StoredArticle, nameOf: NameOf): DeskArticleRow {
  const { articleId, titleEn, titleId, state, createdMs, changedAt, removedAt, version } = article
  return {
    id: articleId,
    title: { en: titleEn, id: titleId },
    state,
    published_at: new Date(createdMs).toISOString(),
    changed_at: changedAt.toISOString(),
    changed_by: nameOf(article.changedBy),
    removed_at: removedAt?.toISOString() ?? null,
    version,
  }
}
