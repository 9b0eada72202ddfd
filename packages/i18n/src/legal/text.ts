/** The structure of legal texts. Texts are data: an operator may replace them without code. */

export type LegalClause = { readonly title: string; readonly paragraphs: readonly string[] }

export type LegalText = {
  /** Day of the last change, YYYY-MM-DD (CONST-24). */
  readonly updatedOn: string
  /** A summary for quick readers. */
  readonly summary: readonly string[]
  readonly clauses: readonly LegalClause[]
}
