/** The one way in for articles: whatever a draft holds, only what is clean is kept (SRV-86, ATT-34, 35). */
import {
  articleBodyLengthMax,
  type ArticleState,
  articleTitleLengthMax,
  outerLink,
  readArticleBody,
  writeArticleBody,
} from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { toOneLine } from '../../platform/text/plain-text.ts'
import { insertArticle, type NewArticle } from './store.ts'

type InBothLanguages = { readonly en: string; readonly id: string }

/** An article as it is written; bodies are HTML of any kind. */
export type ArticleDraft = {
  readonly title: InBothLanguages
  readonly body: InBothLanguages
  /** Where there is more to read, outside; null where nowhere. */
  readonly extLink: string | null
}

/**
 * An article as it may be kept, its bodies cleaned. Refuses `content.title`, `content.body` or
 * `content.link`; texts that a draft lacks are empty.
 *
 * @param createdMs from when people see it, in milliseconds since 1970
 */
export function cleanArticle(
  { title, body, extLink }: ArticleDraft,
  state: ArticleState,
  createdMs: number,
): NewArticle {
  const mayLack = state === 'draft'
  return {
    titleEn: titleOf(title.en, 'en', mayLack),
    titleId: titleOf(title.id, 'id', mayLack),
    bodyEn: bodyOf(body.en, 'en', mayLack),
    bodyId: bodyOf(body.id, 'id', mayLack),
    extLink: extLink === null ? null : linkOf(extLink),
    state,
    createdMs,
  }
}

/** Keeps an article that people are to see; refuses as `cleanArticle` does. Returns its id. */
export async function publishArticle(
  database: Pick<Database, 'query'>,
  draft: ArticleDraft,
  createdMs: number,
): Promise<number> {
  return insertArticle(database, cleanArticle(draft, 'published', createdMs), null)
}

function titleOf(text: string, language: 'en' | 'id', mayLack: boolean): string {
  if (mayLack && text.trim() === '') return ''
  const title = toOneLine(text, articleTitleLengthMax)
  if (title === null)
    throw new Refusal('content.title', {
      language: language.toUpperCase(),
      max: articleTitleLengthMax,
    })
  return title
}

function bodyOf(html: string, language: 'en' | 'id', mayLack: boolean): string {
  const isLong = html.length > articleBodyLengthMax
  const body = isLong ? '' : writeArticleBody(readArticleBody(html))
  if (isLong || (body === '' && !mayLack)) {
    throw new Refusal('content.body', {
      language: language.toUpperCase(),
      max: articleBodyLengthMax,
    })
  }
  return body
}

function linkOf(text: string): string {
  const link = outerLink(text)
  if (link === null) throw new Refusal('content.link')
  return link
}
