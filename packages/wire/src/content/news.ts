/** Articles (DATA-23) and the month's bonus (DEC-128) on the wire. */
import type { ArticleRow, BonusPeriodData } from '../answers/content.ts'
import { type ListFields, numberField, textField, timeField } from '../list.ts'

/** The fields by which the list of articles can be sorted and filtered. */
export const articleFields: ListFields = {
  id: numberField('articleId'),
  title: textField('title'),
  created_at: timeField('createdMs'),
}

export type ArticleFigures = {
  readonly articleId: number
  readonly title: string
  /** HTML from `writeArticleBody`. */
  readonly body: string
  readonly extLink: string | null
  readonly createdMs: number
}

/** A row of the list. */
export function articleRow(article: ArticleFigures): ArticleRow {
  return {
    id: article.articleId,
    title: article.title,
    body: article.body,
    ext_link: article.extLink,
    created_at: new Date(article.createdMs).toISOString(),
  }
}

/** A month that counts for the bonus; `endMs` is the first moment after it. */
export type BonusPeriod = { readonly startMs: number; readonly endMs: number }

/** The month and its conditions; `amount` is a decimal text in rupiah. */
export function bonusPeriodData(
  { startMs, endMs }: BonusPeriod,
  target: number,
  amount: string,
): BonusPeriodData {
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    target,
    amount,
  }
}
