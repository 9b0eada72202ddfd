/** The chosen statement as files. */
import { statementMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { FileButtons } from './file-buttons.tsx'
import { type Chosen, saveStatement } from './statement-calls.ts'
import { areDays } from './statement-days.ts'

const say = sayer(statementMessages)

/** Two buttons, and what became of the last one pressed. */
export function StatementFiles({ chosen }: { readonly chosen: Chosen }) {
  return (
    <FileButtons
      label={say('files')}
      hint={say('filesHint')}
      names={{ csv: say('downloadCsv'), pdf: say('downloadPdf') }}
      fileName={(form) => `tukar-statement-${chosen.from}-${chosen.to}.${form}`}
      save={async (form, name) => (areDays(chosen) ? saveStatement(chosen, form, name) : 'failed')}
    />
  )
}
