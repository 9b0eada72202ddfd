/** What is shown as files: asked for by a button, saved by the browser. */
import { statementMessages } from '@tukar/i18n'
import { useState } from 'react'
import type { FileOutcome } from '../api/save-file.ts'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './statements.module.css'

const say = sayer(statementMessages)

export const fileForms = ['csv', 'pdf'] as const
export type FileForm = (typeof fileForms)[number]

export type FileButtonsProps = {
  readonly label: string
  /** Stands there until a file is asked for. */
  readonly hint: string
  /** What each button does, for those who do not see where it stands. */
  readonly names: Readonly<Record<FileForm, string>>
  readonly fileName: (form: FileForm) => string
  /** Loads a file and hands it to the browser under its name. */
  readonly save: (form: FileForm, name: string) => Promise<FileOutcome>
}

/** Two buttons, and what became of the last one pressed. */
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
      ? say('busy')
      : last === null
        ? hint
        : last.outcome === 'done'
          ? say('done', { name: last.name })
          : say(last.outcome)
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
          {say(form)}
        </Button>
      ))}
    </div>
  )
}
