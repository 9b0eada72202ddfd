/** The person of a case, masked until the operator gives a reason to see the data. */
import { deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Banner } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Fact, Facts } from './case-detail.tsx'
import { BankLock } from './bank-lock.tsx'
import type { Person } from './cases.ts'
import { revealPerson } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { t } from '../texts.ts'
import type { Me, Revealed } from './case-wire.ts'

export type PersonPartProps = {
  readonly person: Person | null
  readonly me: Me
  /** The selected payout, whose destination is shown too; null if none is selected. */
  readonly withdrawalId: number | null
}

/** The person section of a case. */
export function PersonPart({ person, me, withdrawalId }: PersonPartProps) {
  const [isFormOpen, setFormOpen] = useState(false)
  const [shown, setShown] = useState<Revealed | null>(null)
  if (person === null) return <p className={styles['quiet']}>{t('nobody')}</p>
  const { userId, name, email } = shown ?? person
  const bank = shown?.bank ?? null
  const paidTo = shown?.payoutBank ?? null
  return (
    <>
      <Facts>
        <Fact name={t('account', { id: userId })}>{name}</Fact>
        <Fact name={t('email')}>{email}</Fact>
        {paidTo !== null && (
          <Fact name={t('payoutBank')}>{`${paidTo.name}, ${paidTo.number}, ${paidTo.holder}`}</Fact>
        )}
        {bank !== null && (
          <Fact name={t('savedBank')}>
            {`${bank.name}, ${bank.number}, ${bank.holder}`}{' '}
            <Badge>{t(bank.isLocked ? 'bankLocked' : 'bankOpen')}</Badge>
          </Fact>
        )}
      </Facts>
      {shown === null ? (
        <Button size="small" onClick={() => setFormOpen(true)}>
          {t('show')}
        </Button>
      ) : (
        <p className={styles['quiet']}>{t('shownUntil')}</p>
      )}
      {shown !== null && bank !== null && (
        <BankLock
          me={me}
          userId={userId}
          bank={bank}
          onChanged={() => setShown({ ...shown, bank: { ...bank, isLocked: !bank.isLocked } })}
        />
      )}
      <Dialog isOpen={isFormOpen} onClose={() => setFormOpen(false)} title={t('showTitle')}>
        <RevealForm
          userId={userId}
          withdrawalId={withdrawalId}
          onShown={(revealed) => {
            setShown(revealed)
            setFormOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

type RevealFormProps = {
  readonly userId: number
  readonly withdrawalId: number | null
  readonly onShown: (revealed: Revealed) => void
}

function RevealForm({ userId, withdrawalId, onShown }: RevealFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    if (reason.trim().length < deskReasonLengthMin) {
      setError(t('reasonShort', { least: deskReasonLengthMin }))
      return
    }
    setBusy(true)
    const outcome = await revealPerson(userId, reason.trim(), withdrawalId)
    setBusy(false)
    if (outcome.ok) onShown(outcome.value)
    else setError(failureText(outcome))
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        ask().catch(() => setBusy(false))
      }}
    >
      <Banner tone="info">{t('showText')}</Banner>
      <TextAreaField
        label={t('showReason')}
        value={reason}
        error={error}
        rows={2}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t('show')}
      </Button>
    </form>
  )
}
