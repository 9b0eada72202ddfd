/** The notes of colleagues about a person, and the form of a new note. */
import { deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import deskStyles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import type { Me } from '../cases/case-wire.ts'
import { addNote } from './people-calls.ts'
import styles from './people.module.css'
import type { PersonNote } from './people-wire.ts'
import { t } from './people-texts.ts'

/** The roles that may write notes; the server checks too. */
const writers: readonly string[] = ['support', 'risk', 'admin']

export type NotesPartProps = {
  readonly me: Me
  readonly userId: number
  readonly notes: readonly PersonNote[]
  readonly onSaved: () => void
}

/** The notes, the newest first. */
export function NotesPart({ me, userId, notes, onSaved }: NotesPartProps) {
  const mayWrite = me.roles.some((role) => writers.includes(role))
  return (
    <section className={deskStyles['card']} aria-label={t('notes')}>
      <h2>{t('notes')}</h2>
      <p className={deskStyles['quiet']}>{t('notesText')}</p>
      {notes.length === 0 ? (
        <p className={deskStyles['quiet']}>{t('notesEmpty')}</p>
      ) : (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <span className={styles['by']}>
                {t('noteBy', { name: note.operator, at: momentText(note.at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NoteForm userId={userId} onSaved={onSaved} />}
    </section>
  )
}

function NoteForm({ userId, onSaved }: Pick<NotesPartProps, 'userId' | 'onSaved'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    if (text.trim().length < deskReasonLengthMin) {
      setError(tDesk('reasonShort', { least: deskReasonLengthMin }))
      return
    }
    setBusy(true)
    const outcome = await addNote(userId, text.trim())
    setBusy(false)
    setError(outcome.ok ? null : failureText(outcome))
    if (!outcome.ok) return
    setText('')
    toast('good', t('noteKept'))
    onSaved()
  }
  return (
    <form
      className={deskStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        keep().catch(() => setBusy(false))
      }}
    >
      <TextAreaField
        label={t('noteLabel')}
        value={text}
        error={error}
        rows={2}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('noteAdd')}
      </Button>
    </form>
  )
}
