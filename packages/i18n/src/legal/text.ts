/** What a legal text is made of. Texts are data: an operator may replace them without code. */

export type LegalClause = { readonly title: string; readonly paragraphs: readonly string[] }

export type LegalText = {
  /** Day of the last change, YYYY-MM-DD (CONST-24). */
  readonly updatedOn: string
  /** What it comes to, for those who will not read all of it. */
  readonly summary: readonly string[]
  readonly clauses: readonly LegalClause[]
}
