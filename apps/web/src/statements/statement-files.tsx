/** Downloads of the filtered statement. */
import { statementMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { FileButtons } from './file-buttons.tsx'
import { type Chosen, saveStatement } from './statement-calls.ts'
import { areDays } from './statement-days.ts'

const t = pageTranslator(statementMessages)

/** Two buttons, and the result of the last download. */
export function StatementFiles({ chosen }: { readonly chosen: Chosen }) {
  return (
    <FileButtons
      label={t('files')}
      hint={t('filesHint')}
      names={{ csv: t('downloadCsv'), pdf: t('downloadPdf') }}
      fileName={(form) => `tukar-statement-${chosen.from}-${chosen.to}.${form}`}
      save={async (form, name) => (areDays(chosen) ? saveStatement(chosen, form, name) : 'failed')}
    />
  )
}
