/** The person of an identity case, masked until the operator gives a reason to see the data (ATT-104). */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Fact, Facts } from '../cases/case-detail.tsx'
import styles from '../desk.module.css'
import { detailNames, type IdentityCase, type ShownIdentity } from './identity.ts'
import { showIdentity } from './identity-calls.ts'
import { detailNameText, detailText, t } from './identity-texts.ts'
import { t as tDesk } from '../texts.ts'

export type IdentityPersonProps = {
  readonly detail: IdentityCase
  readonly shown: ShownIdentity | null
  /** Whether the data was shown and its time has expired. */
  readonly isExpired: boolean
  readonly mayShow: boolean
  readonly onShown: (shown: ShownIdentity) => void
}

const secondsAMinute = 60

/** The person, with the form to unmask the data. */
export function IdentityPerson(props: IdentityPersonProps) {
  const { detail, shown, isExpired, mayShow, onShown } = props
  const [isFormOpen, setFormOpen] = useState(false)
  const { id, person, masked } = detail
  if (person === null && masked === null) return <p className={styles['quiet']}>{t('nobody')}</p>
  return (
    <>
      <Facts>
        <Fact name={t('account', { id })}>{person?.name ?? '–'}</Fact>
        <Fact name={t('email')}>{shown?.email ?? person?.email ?? '–'}</Fact>
        {shown === null && masked !== null && (
          <>
            <Fact name={t('name')}>{masked.name}</Fact>
            <Fact name={t(masked.numberKind)}>{masked.number}</Fact>
          </>
        )}
        {shown !== null && shown.details !== null && <Details details={shown.details} />}
      </Facts>
      <p className={styles['quiet']}>
        {shown !== null
          ? t('shownFor', { minutes: Math.round(shown.lifeSeconds / secondsAMinute) })
          : t(isExpired ? 'shownOver' : 'maskedNote')}
      </p>
      {mayShow && shown === null && (
        <Button size="small" onClick={() => setFormOpen(true)}>
          {t('show')}
        </Button>
      )}
      <Dialog isOpen={isFormOpen} onClose={() => setFormOpen(false)} title={t('showTitle')}>
        <ShowForm
          id={id}
          onShown={(found) => {
            onShown(found)
            setFormOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

function Details({ details }: { readonly details: NonNullable<ShownIdentity['details']> }) {
  return detailNames.map((name) => (
    <Fact key={name} name={detailNameText(name)}>
      {detailText(name, details[name])}
    </Fact>
  ))
}

type ShowFormProps = {
  readonly id: number
  readonly onShown: (shown: ShownIdentity) => void
}

function ShowForm({ id, onShown }: ShowFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { isBusy, onSubmit } = useBusy()
  const ask = async () => {
    if (reason.trim().length < deskReasonLengthMin) {
      setError(tDesk('reasonShort', { least: deskReasonLengthMin }))
      return
    }
    const outcome = await showIdentity(id, reason.trim())
    if (outcome.ok) onShown(outcome.value)
    else setError(failureText(outcome))
  }
  return (
    <form className={styles['form']} onSubmit={(event) => onSubmit(event, ask)}>
      <Banner tone="info">{t('showText')}</Banner>
      <TextAreaField
        label={t('showReason')}
        value={reason}
        error={error}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('show')}
      </Button>
    </form>
  )
}
