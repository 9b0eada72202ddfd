/** Articles as an answer has them. */
import { type BodyBlock, outerLink, readArticleBody } from '@tukar/wire'
import { type JsonRecord, rowsOf, textAt } from '../api/json.ts'

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

/** Reads the rows of an answer (DATA-23). */
export function readArticles(body: JsonRecord): readonly Article[] {
  return rowsOf(body).map((row) => ({
    id: textAt(row, 'id'),
    title: textAt(row, 'title'),
    blocks: readArticleBody(textAt(row, 'body')),
    link: outerLink(textAt(row, 'ext_link')),
    createdAt: textAt(row, 'created_at'),
  }))
}
