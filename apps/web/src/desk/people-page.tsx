/** Finds somebody by the whole e-mail address: who has no deposit or payout is in no queue. */
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { Person } from './cases.ts'
import { findPerson } from './desk-calls.ts'
import styles from './desk.module.css'
import { PersonPart } from './person-part.tsx'
import { say } from './texts.ts'
import type { Me } from './wire-reading.ts'

/** The page of people. */
export function PeoplePage({ me }: { readonly me: Me }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<Person | null>(null)
  const find = async () => {
    setFound(null)
    if (!email.includes('@')) {
      setError(say('emailInvalid'))
      return
    }
    setBusy(true)
    const told = await findPerson(email.trim())
    setBusy(false)
    setError(told.ok ? null : failureText(told))
    if (told.ok) setFound(told.value)
  }
  return (
    <div className={styles['page']}>
      <h1>{say('people')}</h1>
      <p className={styles['quiet']}>{say('peopleText')}</p>
      <form
        className={styles['card']}
        onSubmit={(event) => {
          event.preventDefault()
          find().catch(() => setBusy(false))
        }}
      >
        <Field
          label={say('giveEmail')}
          type="email"
          autoComplete="off"
          value={email}
          error={error}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className={styles['choices']}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {say('find')}
          </Button>
        </div>
      </form>
      {found !== null && (
        <section className={styles['card']} aria-label={say('who')}>
          <PersonPart key={found.userId} person={found} me={me} withdrawalId={null} />
        </section>
      )}
    </div>
  )
}
