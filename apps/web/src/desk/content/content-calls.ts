/** The console's calls of articles, announcements and maintenance. */
import type { AnnouncementLevel, ArticleState } from '@tukar/wire'
import { rowsOf, textAt } from '../../api/json.ts'
import { send } from '../../api/request.ts'
import { get, post, told, type Told } from '../desk-calls.ts'
import { paged, type Paged, recordAt, recordsAt } from '../wire-reading.ts'
import {
  type Announcement,
  type Article,
  type ArticleRow,
  bodyHtml,
  type InBoth,
  type Maintenance,
  readAnnouncement,
  readArticle,
  readArticleRow,
  readMaintenance,
} from './content.ts'

export type ArticleSaving = {
  readonly title: InBoth
  readonly body: InBoth
  readonly extLink: string
  readonly state: ArticleState
  readonly publishedAt: string
}

/** What is saved again, or over the version that was read. */
export type Saved = { readonly id: number; readonly version: number } | null

/** A page of the articles, or of the bin. */
export async function loadArticles(
  place: 'kept' | 'bin',
  page: number,
): Promise<Told<Paged<ArticleRow>>> {
  return told(await get('articles', { place, page }), (body) => paged(body, readArticleRow))
}

/** A whole article. */
export async function loadArticle(id: number): Promise<Told<Article | null>> {
  return told(await get(`articles/${id}`), readArticle)
}

/** Saves an article; a newer version than the one that was read refuses it. */
export async function saveArticle(over: Saved, saving: ArticleSaving): Promise<Told<number>> {
  const { title, body, extLink, state, publishedAt } = saving
  const link = extLink.trim()
  const wire = {
    title,
    body: { en: bodyHtml(body.en), id: bodyHtml(body.id) },
    ext_link: link === '' ? null : link,
    state,
    published_at: publishedAt,
    ...(over !== null && { version: over.version }),
  }
  const path = over === null ? 'articles' : `articles/${over.id}`
  const read = (answer: Parameters<typeof recordAt>[0]) =>
    Number(textAt(recordAt(answer, 'data'), 'id'))
  return told(await post(path, wire), (answer) => over?.id ?? read(answer))
}

/** Puts an article into the bin, or takes it out again. */
export async function turnArticle(
  { id, version }: Pick<ArticleRow, 'id' | 'version'>,
  turn: 'remove' | 'restore',
): Promise<Told<null>> {
  return told(await post(`articles/${id}/${turn}`, { version }), () => null)
}

export type AnnouncementSaving = {
  readonly level: AnnouncementLevel
  readonly text: InBoth
  readonly link: string
  readonly currency: string
  readonly startsAt: string
  readonly endsAt: string | null
}

/** What is announced, now or later. */
export async function loadAnnouncements(): Promise<Told<readonly Announcement[]>> {
  return told(await get('announcements'), (body) => rowsOf(body).map(readAnnouncement))
}

/** Saves an announcement. */
export async function saveAnnouncement(
  over: Saved,
  { level, text, link, currency, startsAt, endsAt }: AnnouncementSaving,
): Promise<Told<null>> {
  const wire = {
    level,
    text,
    link: link.trim() === '' ? null : link.trim(),
    currency: currency === '' ? null : currency,
    starts_at: startsAt,
    ends_at: endsAt,
    ...(over !== null && { version: over.version }),
  }
  const path = over === null ? 'announcements' : `announcements/${over.id}`
  return told(await post(path, wire), () => null)
}

/** Takes an announcement away at once. */
export async function removeAnnouncement({
  id,
  version,
}: Pick<Announcement, 'id' | 'version'>): Promise<Told<null>> {
  return told(await post(`announcements/${id}/remove`, { version }), () => null)
}

/** How the maintenance switch stands. */
export async function loadMaintenance(): Promise<Told<Maintenance>> {
  return told(await get('maintenance'), readMaintenance)
}

/** The symbols of all currencies. */
export async function loadCurrencies(): Promise<Told<readonly string[]>> {
  const query = { page: 1, rows: 100, sort: 'id', order: 'asc' }
  const outcome = await send({ host: 'api', method: 'GET', path: '/currencies', query })
  return told(outcome, (body) =>
    recordsAt(recordAt(body, 'data'), 'datas').map((row) => textAt(row, 'ccurrency_symbol')),
  )
}
