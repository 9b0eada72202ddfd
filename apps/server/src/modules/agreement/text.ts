/** The text of the agreement as HTML (SRV-33). */
import { agreementText, agreementVersion } from '@tukar/i18n/server'
import { type BodyBlock, readArticleBody, writeArticleBody } from '@tukar/wire'

export type AgreementPage = {
  readonly version: string
  /** YYYY-MM-DD */
  readonly updatedOn: string
  readonly summary: readonly string[]
  readonly html: string
}

/** The agreement in a language; in a simulation its first clause says so (AGR-05). */
export function agreementPage(language: 'en' | 'id', isSimulation: boolean): AgreementPage {
  const { updatedOn, summary, clauses } = agreementText(language, isSimulation)
  const blocks = clauses.flatMap(({ title, paragraphs }, index): readonly BodyBlock[] => [
    { kind: 'heading', runs: [run(`${index + 1}. ${title}`)] },
    ...paragraphs.map((text) => ({ kind: 'paragraph' as const, runs: [run(text)] })),
  ])
  // The text passes the allow-list again, whoever wrote it (DEC-68).
  const html = writeArticleBody(readArticleBody(writeArticleBody(blocks)))
  return { version: agreementVersion(isSimulation), updatedOn, summary, html }
}

function run(text: string) {
  return { text, isStrong: false, isEmphasized: false, href: null }
}
