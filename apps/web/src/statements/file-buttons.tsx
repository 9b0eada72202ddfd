/** Downloads as files: requested by a button, saved by the browser. */
import { statementMessages } from '@tukar/i18n'
import { useState } from 'react'
import type { FileOutcome } from '../api/save-file.ts'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './statements.module.css'

const t = pageTranslator(statementMessages)

export const fileForms = ['csv', 'pdf'] as const
export type FileForm = (typeof fileForms)[number]

export type FileButtonsProps = {
  readonly label: string
  /** Shown until a file is requested. */
  readonly hint: string
  /** The accessible name of each button. */
  readonly names: Readonly<Record<FileForm, string>>
  readonly fileName: (form: FileForm) => string
  /** Loads a file and passes it to the browser under a name. */
  readonly save: (form: FileForm, name: string) => Promise<FileOutcome>
}

/** Two buttons, and the result of the last download. */
export function FileButtons({ label, hint, names, fileName, save }: FileButtonsProps) {
  const [busy, setBusy] = useState<FileForm | null>(null)
  const [last, setLast] = useState<{ outcome: FileOutcome; name: string } | null>(null)
  const run = async (form: FileForm) => {
    if (busy !== null) return
    setBusy(form)
    setLast(null)
    const name = fileName(form)
    const outcome = await save(form, name).catch((): FileOutcome => 'failed')
    setBusy(null)
    setLast({ outcome, name })
  }
  const said =
    busy !== null
      ? t('busy')
      : last === null
        ? hint
        : last.outcome === 'done'
          ? t('done', { name: last.name })
          : t(last.outcome)
  return (
    <div className={styles['files']} role="group" aria-label={label}>
      <p role="status" data-bad={last !== null && last.outcome !== 'done'}>
        {said}
      </p>
      {fileForms.map((form) => (
        <Button
          key={form}
          size="small"
          aria-label={names[form]}
          isBusy={busy === form}
          onClick={() => {
            run(form).catch(() => undefined)
          }}
        >
          <Icon name="arrow-down" size={14} />
          {t(form)}
        </Button>
      ))}
    </div>
  )
}
