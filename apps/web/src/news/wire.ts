/** Articles as an answer has them. */
import { type ArticleRow, type BodyBlock, outerLink, readArticleBody } from '@tukar/wire'

export type Article = {
  readonly id: string
  readonly title: string
  /** What the body says; nothing of its HTML comes into the page (ATT-34). */
  readonly blocks: readonly BodyBlock[]
  /** An address of http or https; null where there is none, or another (ATT-35). */
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
