/** The chosen statement as files: asked for by a button, saved by the browser. */
import { statementMessages } from '@tukar/i18n'
import { useState } from 'react'
import type { FileOutcome } from '../api/save-file.ts'
import { sayer } from '../app/say.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Chosen, saveStatement } from './statement-calls.ts'
import { areDays } from './statement-days.ts'
import styles from './statements.module.css'

const say = sayer(statementMessages)

type Form = 'csv' | 'pdf'

/** Two buttons, and what became of the last one pressed. */
export function StatementFiles({ chosen }: { readonly chosen: Chosen }) {
  const [busy, setBusy] = useState<Form | null>(null)
  const [last, setLast] = useState<{ outcome: FileOutcome; name: string } | null>(null)
  const run = async (form: Form) => {
    if (busy !== null || !areDays(chosen)) return
    setBusy(form)
    setLast(null)
    const name = `tukar-statement-${chosen.from}-${chosen.to}.${form}`
    const outcome = await saveStatement(chosen, form, name).catch((): FileOutcome => 'failed')
    setBusy(null)
    setLast({ outcome, name })
  }
  const said =
    busy !== null
      ? say('busy')
      : last === null
        ? say('filesHint')
        : last.outcome === 'done'
          ? say('done', { name: last.name })
          : say(last.outcome)
  const button = (form: Form, label: string) => (
    <Button
      size="small"
      aria-label={label}
      isBusy={busy === form}
      onClick={() => {
        run(form).catch(() => undefined)
      }}
    >
      <Icon name="arrow-down" size={14} />
      {say(form)}
    </Button>
  )
  return (
    <div className={styles['files']} role="group" aria-label={say('files')}>
      <p role="status" data-bad={last !== null && last.outcome !== 'done'}>
        {said}
      </p>
      {button('csv', say('downloadCsv'))}
      {button('pdf', say('downloadPdf'))}
    </div>
  )
}
