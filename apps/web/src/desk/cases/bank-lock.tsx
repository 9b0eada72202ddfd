/**
 * Locks or unlocks a person's bank account (DEC-96): preview, reason, and ten seconds in which the decision
 * can be withdrawn, as for every decision in the console.
 */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { setBankLock } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { mayChangeBankLock } from './cases.ts'
import { pending, usePending } from './pending-strip.tsx'
import { t } from '../texts.ts'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import type { Me, SavedBank } from './case-wire.ts'

export type BankLockProps = {
  readonly me: Me
  readonly userId: number
  readonly bank: SavedBank
  /** Called when the lock was changed. */
  readonly onChanged: () => void
}

/** The button and its form; empty if the operator may not change the lock. */
export function BankLock({ me, userId, bank, onChanged }: BankLockProps) {
  const [isOpen, setOpen] = useState(false)
  const isWide = useWideScreen()
  const key = `bank-account ${userId}`
  const waiting = usePending().find((one) => one.key === key)
  if (!isWide || !mayChangeBankLock(me, userId)) return null
  if (waiting !== undefined) return <Banner tone="warn">{waiting.title}</Banner>
  const title = t(bank.isLocked ? 'unlockWhat' : 'lockWhat', { id: userId })
  const confirm = (reason: string) => {
    setOpen(false)
    pending.add({ key, title, isSigned: false }, () =>
      send(userId, !bank.isLocked, reason, title).then((isDone) => isDone && onChanged()),
    )
  }
  if (isOpen) {
    return (
      <LockForm bank={bank} title={title} onCancel={() => setOpen(false)} onConfirm={confirm} />
    )
  }
  return (
    <Button size="small" onClick={() => setOpen(true)}>
      {t(bank.isLocked ? 'unlock' : 'lock')}
    </Button>
  )
}

async function send(
  userId: number,
  isLocked: boolean,
  reason: string,
  title: string,
): Promise<boolean> {
  const outcome = await setBankLock(userId, isLocked, reason)
  if (outcome.ok) toast('good', t('decided', { what: title }))
  else toast('bad', t('notDecided', { what: title }), failureText(outcome))
  return outcome.ok
}

type LockFormProps = {
  readonly bank: SavedBank
  readonly title: string
  readonly onCancel: () => void
  readonly onConfirm: (reason: string) => void
}

function LockForm({ bank, title, onCancel, onConfirm }: LockFormProps) {
  const [reason, setReason] = useState('')
  const [isShort, setShort] = useState(false)
  const { name, number, holder, isLocked } = bank
  const least = deskReasonLengthMin
  return (
    <form
      className={styles['form']}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim().length >= least) onConfirm(reason.trim())
        else setShort(true)
      }}
    >
      <div className={styles['preview']}>
        <h4>{t('willHappen')}</h4>
        <ul>
          <li>{t(isLocked ? 'previewUnlock' : 'previewLock', { bank: name, number, holder })}</li>
          {isLocked && <li>{t('previewUnlockHold')}</li>}
          <li>{t(isLocked ? 'previewTold' : 'previewNoticed')}</li>
        </ul>
      </div>
      <TextAreaField
        label={t('reasonLabel')}
        note={t('reasonNote', { least })}
        error={isShort ? t('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => {
          setReason(event.target.value)
          setShort(false)
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" kind="primary">
          {title}
        </Button>
      </div>
    </form>
  )
}
