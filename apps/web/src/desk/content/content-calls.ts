/** The console's calls about articles, announcements and maintenance. */
import { type AnnouncementLevel, type ArticleState, routes } from '@tukar/wire'
import { type Paged, toPage } from '../cases/case-wire.ts'
import { get, post, type CallResult } from '../desk-calls.ts'
import {
  type Announcement,
  type Article,
  type ArticleRow,
  bodyHtml,
  type InBoth,
  type Maintenance,
  toAnnouncement,
  toArticle,
  toArticleRow,
  toMaintenance,
} from './content.ts'

export type ArticleSaving = {
  readonly title: InBoth
  readonly body: InBoth
  readonly extLink: string
  readonly state: ArticleState
  readonly publishedAt: string
}

/** The id and version after saving. */
export type Saved = { readonly id: number; readonly version: number } | null

/** Loads a page of articles, or of the bin. */
export function loadArticles(
  list: 'kept' | 'bin',
  page: number,
): Promise<CallResult<Paged<ArticleRow>>> {
  return get(routes.deskArticles, { input: { place: list, page } }, (data) =>
    toPage(data, toArticleRow),
  )
}

/** Loads an article with its body. */
export function loadArticle(id: number): Promise<CallResult<Article>> {
  return get(routes.deskArticle, { id }, toArticle)
}

/** Saves an article; refused if a newer version than `over` exists. */
export function saveArticle(over: Saved, saving: ArticleSaving): Promise<CallResult<number>> {
  const { title, body, extLink, state, publishedAt } = saving
  const link = extLink.trim()
  const input = {
    title,
    body: { en: bodyHtml(body.en), id: bodyHtml(body.id) },
    ext_link: link === '' ? null : link,
    state,
    published_at: publishedAt,
    ...(over !== null && { version: over.version }),
  }
  if (over === null) return post(routes.addArticle, { input }, ({ id }) => id)
  return post(routes.saveArticle, { input, id: over.id }, () => over.id)
}

/** Moves an article to the bin, or restores it. */
export function setArticleState(
  { id, version }: Pick<ArticleRow, 'id' | 'version'>,
  turn: 'remove' | 'restore',
): Promise<CallResult<null>> {
  const route = turn === 'remove' ? routes.removeArticle : routes.restoreArticle
  return post(route, { input: { version }, id }, () => null)
}

export type AnnouncementSaving = {
  readonly level: AnnouncementLevel
  readonly text: InBoth
  readonly link: string
  readonly currency: string
  readonly startsAt: string
  readonly endsAt: string | null
}

/** Loads current and future announcements. */
export function loadAnnouncements(): Promise<CallResult<readonly Announcement[]>> {
  return get(routes.deskAnnouncements, {}, (data) => data.map(toAnnouncement))
}

/** Saves an announcement. */
export function saveAnnouncement(
  over: Saved,
  { level, text, link, currency, startsAt, endsAt }: AnnouncementSaving,
): Promise<CallResult<null>> {
  const input = {
    level,
    text,
    link: link.trim() === '' ? null : link.trim(),
    currency: currency === '' ? null : currency,
    starts_at: startsAt,
    ends_at: endsAt,
    ...(over !== null && { version: over.version }),
  }
  if (over === null) return post(routes.addAnnouncement, { input }, () => null)
  return post(routes.saveAnnouncement, { input, id: over.id }, () => null)
}

/** Removes an announcement immediately. */
export function removeAnnouncement({
  id,
  version,
}: Pick<Announcement, 'id' | 'version'>): Promise<CallResult<null>> {
  return post(routes.removeAnnouncement, { input: { version }, id }, () => null)
}

/** Loads the state of the maintenance switch. */
export function loadMaintenance(): Promise<CallResult<Maintenance>> {
  return get(routes.deskMaintenance, {}, toMaintenance)
}

/** The symbols of all currencies. */
export function loadCurrencies(): Promise<CallResult<readonly string[]>> {
  const input = { page: 1, rows: 100, sort: 'id', order: 'asc' } as const
  return get(routes.currencies, { input }, ({ datas }) => datas.map((row) => row.ccurrency_symbol))
}
