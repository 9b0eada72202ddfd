/** One change of the list: its effects, its proposer, its status, and the second operator's answer. */
import { deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Banner } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import styles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import { decideChange } from './change-calls.ts'
import { ChangeLines } from './change-lines.tsx'
import type { Answer, ChangeEntry } from './change-wire.ts'
import { localize, outcomeText, t, statusText } from './change-texts.ts'

export type ChangeCaseProps = {
  readonly change: ChangeEntry
  /** Called when it was confirmed or declined. */
  readonly onDecided: () => void
}

/** A card of the list. */
export function ChangeCase({ change, onDecided }: ChangeCaseProps) {
  const [chosen, setChosen] = useState<Answer | null>(null)
  const isWide = useWideScreen()
  const { text, tone } = statusText(change.status)
  const isMine = change.can.length > 0 && !change.can.includes('confirm')
  return (
    <section className={styles['card']} aria-label={localize(change.title)}>
      <div className={styles['pageHead']}>
        <h2>{localize(change.title)}</h2>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <ChangeLines preview={change} />
      <Story change={change} />
      {change.can.length > 0 && !isWide && <Banner tone="info">{tDesk('atDesk')}</Banner>}
      {isMine && <p className={styles['quiet']}>{t('mine')}</p>}
      {isWide && change.can.length > 0 && chosen === null && (
        <div className={styles['choices']}>
          {change.can.map((answer) => (
            <Button
              key={answer}
              size="small"
              kind={answer === 'confirm' ? 'secondary' : 'danger'}
              onClick={() => setChosen(answer)}
            >
              {answer === 'confirm' ? t('confirm') : t(isMine ? 'takeBack' : 'decline')}
            </Button>
          ))}
        </div>
      )}
      {isWide && chosen !== null && change.can.includes(chosen) && (
        <AnswerForm
          key={chosen}
          answer={chosen}
          change={change}
          onCancel={() => setChosen(null)}
          onDecided={() => {
            setChosen(null)
            onDecided()
          }}
        />
      )}
    </section>
  )
}

/** The proposer with the reason, and the outcome. */
function Story({ change }: { readonly change: ChangeEntry }) {
  const { status, proposedBy, proposedAt, expiresAt, reason, failure } = change
  const { decidedBy: name, decidedReason } = change
  const at = momentText(change.decidedAt)
  const isDecided = change.decidedAt !== ''
  return (
    <div className={styles['quiet']}>
      <p>
        {t('proposedBy', { name: proposedBy, at: momentText(proposedAt) })}{' '}
        {t('reason', { reason })}
      </p>
      {status === 'waiting' && <p>{t('until', { at: momentText(expiresAt) })}</p>}
      {isDecided && (
        <p>
          {t(status === 'declined' ? 'declinedBy' : 'confirmedBy', {
            name,
            at,
            reason: decidedReason,
          })}
        </p>
      )}
      {failure !== '' && <p>{t('failure', { why: failure })}</p>}
    </div>
  )
}

type AnswerFormProps = {
  readonly answer: Answer
  readonly change: ChangeEntry
  readonly onCancel: () => void
  readonly onDecided: () => void
}

const least = deskReasonLengthMin

function AnswerForm({ answer, change, onCancel, onDecided }: AnswerFormProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isShort = reason.trim().length < least
  const what = localize(change.title)
  const title = t(answer === 'confirm' ? 'confirmWhat' : 'declineWhat', { what })
  const decide = async () => {
    setTried(true)
    if (isShort) return
    setBusy(true)
    const outcome = await decideChange(change.id, answer, reason.trim())
    setBusy(false)
    if (!outcome.ok) toast('bad', t('failed', { what }), failureText(outcome))
    else toast('good', outcomeText(outcome.value.status, change.title))
    onDecided()
  }
  return (
    <form
      className={styles['form']}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      <TextAreaField
        label={t('answerReason')}
        note={t('whyNote', { least })}
        error={isTried && isShort ? tDesk('reasonShort', { least }) : null}
        value={reason}
        rows={2}
        maxLength={deskReasonLengthMax}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <div className={styles['choices']}>
        <Button onClick={onCancel}>{tDesk('cancel')}</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {title}
        </Button>
      </div>
    </form>
  )
}
