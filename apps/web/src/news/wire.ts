/** Converts articles from wire names. */
import { type ArticleRow, type BodyBlock, outerLink, readArticleBody } from '@tukar/wire'

export type Article = {
  readonly id: string
  readonly title: string
  /** The content of the body; its HTML is never inserted into the page (ATT-34). */
  readonly blocks: readonly BodyBlock[]
  /** An http or https address; null if there is none or it has another scheme (ATT-35). */
  readonly link: string | null
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/** Reads a row of the list (DATA-23). */
export function readArticle(row: ArticleRow): Article {
  return {
    id: String(row.id),
    title: row.title,
    blocks: readArticleBody(row.body),
    link: outerLink(row.ext_link ?? ''),
    createdAt: row.created_at,
  }
}
