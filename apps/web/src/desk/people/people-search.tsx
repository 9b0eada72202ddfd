/** Finds people by e-mail address, number or first letters; results are masked. */
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { DeskLink } from '../frame/desk-link.tsx'
import deskStyles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { t as tDesk } from '../texts.ts'
import { findPeople } from './people-calls.ts'
import styles from './people.module.css'
import { toPersonRoute } from './people-route.ts'
import type { FoundPerson } from './people-wire.ts'
import { kycText, t } from './people-texts.ts'

/** The search, with its results. */
export function PeopleSearch() {
  const [query, setQuery] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly FoundPerson[]>([])
  const find = async () => {
    setFound([])
    setBusy(true)
    const outcome = await findPeople(query.trim())
    setBusy(false)
    setError(outcome.ok ? null : failureText(outcome))
    if (outcome.ok) setFound(outcome.value)
  }
  return (
    <>
      <form
        className={styles['search']}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (query.trim() !== '') find().catch(() => setBusy(false))
        }}
      >
        <Field
          label={t('searchLabel')}
          type="search"
          autoComplete="off"
          value={query}
          error={error}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('search')}
        </Button>
      </form>
      {found.length > 0 && (
        <section className={deskStyles['card']} aria-label={t('found')}>
          <h2>{t('found')}</h2>
          <DeskTable
            label={t('found')}
            heads={[t('account'), tDesk('name'), tDesk('email'), t('identity')]}
          >
            {found.map((person) => (
              <FoundRow key={person.userId} person={person} />
            ))}
          </DeskTable>
        </section>
      )}
    </>
  )
}

function FoundRow({ person }: { readonly person: FoundPerson }) {
  const { userId, name, email, kyc, isSuspended } = person
  const identity = kycText(kyc)
  return (
    <tr>
      <th scope="row">
        <DeskLink to={toPersonRoute(userId)} className={styles['link']}>
          {t('accountName', { id: userId })}
        </DeskLink>
      </th>
      <td>{name}</td>
      <td>{email}</td>
      <td>
        <span className={styles['badges']}>
          {isSuspended && <Badge tone="down">{t('suspended')}</Badge>}
          <Badge tone={identity.tone}>{identity.text}</Badge>
        </span>
      </td>
    </tr>
  )
}
