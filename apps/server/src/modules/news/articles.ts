/** Validates articles: only clean text is stored, whatever a draft contains (SRV-86, ATT-34, 35). */
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
import { insertArticle, type NewArticle } from './store.ts'
import { writtenLine } from './written-line.ts'

type InBothLanguages = { readonly en: string; readonly id: string }

/** A draft of an article; its bodies may be any HTML. */
export type ArticleDraft = {
  readonly title: InBothLanguages
  readonly body: InBothLanguages
  /** The link to more on another site; null if there is none. */
  readonly extLink: string | null
}

/**
 * Validates an article and cleans its bodies. Refuses `content.title…`, `content.body…` or `content.link`;
 * missing texts are empty.
 *
 * @param createdMs the time of publication, in milliseconds since 1970
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

/** Stores a published article; refuses as `cleanArticle` does. Returns its id. */
export async function publishArticle(
  database: Pick<Database, 'query'>,
  draft: ArticleDraft,
  createdMs: number,
): Promise<number> {
  return insertArticle(database, cleanArticle(draft, 'published', createdMs), null)
}

function titleOf(text: string, language: 'en' | 'id', mayLack: boolean): string {
  if (mayLack && text.trim() === '') return ''
  return writtenLine('title', text, language, articleTitleLengthMax)
}

function bodyOf(html: string, language: 'en' | 'id', mayLack: boolean): string {
  const named = { language: language.toUpperCase() }
  if (html.length > articleBodyLengthMax) {
    throw new Refusal('content.body_long', { ...named, max: articleBodyLengthMax })
  }
  const body = writeArticleBody(readArticleBody(html))
  if (body === '' && !mayLack) throw new Refusal('content.body', named)
  return body
}

function linkOf(text: string): string {
  const link = outerLink(text)
  if (link === null) throw new Refusal('content.link')
  return link
}
