/**
 * The dialog of all changes of money or rules: it shows a preview, asks for a reason, and shows whether the
 * change was applied or waits for a second operator.
 */
import { type ChangeStatus, deskReasonLengthMax, deskReasonLengthMin } from '@tukar/wire'
import { useEffect, useState } from 'react'
import { isOutcomeOpen } from '../../api/answer.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import type { CallResult } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { t as tDesk } from '../texts.ts'
import { previewChange, proposeChange, type ChangeRequest } from './change-calls.ts'
import { ChangeLines } from './change-lines.tsx'
import type { Preview } from './change-wire.ts'
import { localize, outcomeText, t } from './change-texts.ts'

export type ChangeDialogProps = ChangeRequest & {
  readonly onClose: () => void
  /** Called with the status once the change is proposed; the dialog is closed by then. */
  readonly onDone: (status: ChangeStatus) => void
}

const least = deskReasonLengthMin
/** The height of a small preview, so that the layout does not shift when it loads. */
const previewHeight = 150

/** The dialog of one change; it is open while it is mounted. */
export function ChangeDialog({ kind, input, onClose, onDone }: ChangeDialogProps) {
  // Fixed when the dialog opens, so that the shown change is the one that is sent.
  const [change] = useState<ChangeRequest>({ kind, input })
  const [preview, setPreview] = useState<Preview | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setFailure(null)
    const settle = (outcome: CallResult<Preview>) => {
      if (!isCurrent) return
      if (outcome.ok) setPreview(outcome.value)
      else setFailure(outcome)
    }
    previewChange(change).then(settle, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [attempt, change])
  const title = preview === null ? t('previewTitle') : localize(preview.title)
  return (
    <Dialog isOpen onClose={onClose} title={title} shape="wide">
      <div className={styles['dialogForm']}>
        {failure !== null && (
          <ErrorState
            title={tDesk('failedTitle')}
            text={failureText(failure)}
            code={failure.requestId}
            onRetry={() => setAttempt(attempt + 1)}
          />
        )}
        {failure === null && preview === null && <Skeleton height={previewHeight} />}
        {failure === null && preview !== null && (
          <ProposeForm preview={preview} change={change} onClose={onClose} onDone={onDone} />
        )}
      </div>
    </Dialog>
  )
}

type ProposeFormProps = Pick<ChangeDialogProps, 'onClose' | 'onDone'> & {
  readonly preview: Preview
  readonly change: ChangeRequest
}

function ProposeForm({ preview, change, onClose, onDone }: ProposeFormProps) {
  const isWide = useWideScreen()
  const { reason, setReason, error, isBusy, send } = useProposing(preview, change, (status) => {
    onClose()
    onDone(status)
  })
  return (
    <form
      className={styles['dialogForm']}
      aria-label={localize(preview.title)}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <ChangeLines preview={preview} />
      <Banner tone="info">{t(preview.isSecondNeeded ? 'needsSecond' : 'atOnce')}</Banner>
      {isWide ? (
        <TextAreaField
          label={t('whyLabel')}
          note={t('whyNote', { least })}
          error={error}
          value={reason}
          rows={2}
          maxLength={deskReasonLengthMax}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : (
        <Banner tone="info">{tDesk('atDesk')}</Banner>
      )}
      <div className={styles['choices']}>
        <Button onClick={onClose}>{tDesk('cancel')}</Button>
        {isWide && (
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t(preview.isSecondNeeded ? 'propose' : 'doIt')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns the function that sends a proposal. */
function useProposing(
  { title }: Preview,
  change: ChangeRequest,
  onProposed: (status: ChangeStatus) => void,
) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isShort = reason.trim().length < least
  const send = async () => {
    setTried(true)
    if (isShort) return
    setBusy(true)
    const answer = await proposeChange(change, reason.trim())
    setBusy(false)
    if (!answer.ok) {
      const key = isOutcomeOpen(answer, false) ? 'outcomeOpen' : 'failed'
      toast('bad', t(key, { what: localize(title) }), failureText(answer))
      return
    }
    const { status } = answer.value
    toast(status === 'failed' ? 'bad' : 'good', outcomeText(status, title))
    onProposed(status)
  }
  const error = isTried && isShort ? tDesk('reasonShort', { least }) : null
  return { reason, setReason, error, isBusy, send }
}
