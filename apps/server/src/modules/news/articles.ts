/** The one way in for articles: whatever a draft holds, only what is clean is kept (SRV-86, ATT-34, 35). */
import { outerLink, readArticleBody, writeArticleBody } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { oneLineOf } from '../../platform/text/plain-text.ts'
import { insertArticle } from './store.ts'

type InBothLanguages = { readonly en: string; readonly id: string }

/** An article as it is written; bodies are HTML of any kind. */
export type ArticleDraft = {
  readonly title: InBothLanguages
  readonly body: InBothLanguages
  /** Where there is more to read, outside; null where nowhere. */
  readonly extLink: string | null
}

const titleLengthMax = 200
const bodyLengthMax = 50_000

/**
 * Keeps an article, its bodies cleaned. Throws where a title is no plain line, a body is too long or
 * says nothing, or the link is no address of http or https.
 *
 * @param createdMs when it was published, in milliseconds since 1970
 */
export async function publishArticle(
  database: Pick<Database, 'query'>,
  draft: ArticleDraft,
  createdMs: number,
): Promise<number> {
  const { title, body, extLink } = draft
  return insertArticle(database, {
    titleEn: titleOf(title.en),
    titleId: titleOf(title.id),
    bodyEn: bodyOf(body.en),
    bodyId: bodyOf(body.id),
    extLink: extLink === null ? null : linkOf(extLink),
    createdMs,
  })
}

function titleOf(text: string): string {
  const title = oneLineOf(text, titleLengthMax)
  if (title === null) throw new Error('the title of an article is one plain line')
  return title
}

function bodyOf(html: string): string {
  const body = html.length > bodyLengthMax ? '' : writeArticleBody(readArticleBody(html))
  if (body === '')
    throw new Error(`an article says something in at most ${bodyLengthMax} characters`)
  return body
}

function linkOf(text: string): string {
  const link = outerLink(text)
  if (link === null) throw new Error('the link of an article is a whole address of http or https')
  return link
}
