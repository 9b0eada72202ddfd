/** What colleagues noted about a person, and a new note. */
import { deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import deskStyles from '../desk.module.css'
import { momentText, say as sayDesk } from '../texts.ts'
import type { Me } from '../cases/case-wire.ts'
import { addNote } from './people-calls.ts'
import styles from './people.module.css'
import type { PersonNote } from './people-wire.ts'
import { say } from './people-words.ts'

/** Who writes notes; the server looks as well. */
const writers: readonly string[] = ['support', 'risk', 'admin']

export type NotesPartProps = {
  readonly me: Me
  readonly userId: number
  readonly notes: readonly PersonNote[]
  readonly onKept: () => void
}

/** The notes, the newest first. */
export function NotesPart({ me, userId, notes, onKept }: NotesPartProps) {
  const mayWrite = me.roles.some((role) => writers.includes(role))
  return (
    <section className={deskStyles['card']} aria-label={say('notes')}>
      <h2>{say('notes')}</h2>
      <p className={deskStyles['quiet']}>{say('notesText')}</p>
      {notes.length === 0 ? (
        <p className={deskStyles['quiet']}>{say('notesEmpty')}</p>
      ) : (
        <ul className={styles['notes']}>
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <span className={styles['by']}>
                {say('noteBy', { name: note.operator, at: momentText(note.at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NoteForm userId={userId} onKept={onKept} />}
    </section>
  )
}

function NoteForm({ userId, onKept }: Pick<NotesPartProps, 'userId' | 'onKept'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    if (text.trim().length < deskReasonLengthMin) {
      setError(sayDesk('reasonShort', { least: deskReasonLengthMin }))
      return
    }
    setBusy(true)
    const told = await addNote(userId, text.trim())
    setBusy(false)
    setError(told.ok ? null : failureText(told))
    if (!told.ok) return
    setText('')
    toast('good', say('noteKept'))
    onKept()
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
        label={say('noteLabel')}
        value={text}
        error={error}
        rows={2}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        {say('noteAdd')}
      </Button>
    </form>
  )
}
