/**
 * The dialog of a one-time code (OTP-02 to OTP-08). It requests a code when it opens, accepts six digits, and
 * shows errors at the boxes. Another code can be requested after a minute (DEC-122).
 */
import { accountMessages, otpMessages } from '@tukar/i18n'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { codeIn, emptyBoxes } from './otp-boxes.ts'
import { mailboxPath } from '../registration/mailbox.ts'
import { focusBox, OtpField } from './otp-field.tsx'
import type { CodeOutcome } from './otp-calls.ts'
import { type CodeAnswer, readCodeAnswer } from './otp-wire.ts'
import styles from './otp.module.css'
import { useProfile } from '../settings/profile.ts'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(otpMessages)
const tAccount = pageTranslator(accountMessages)

/** How long a code is valid (DEC-122). */
const lifeMinutes = 5

export type OtpDialogProps = {
  readonly isOpen: boolean
  /**
   * Called with a complete code, after the last digit or by the button. Returns the error to show at the
   * boxes. Null means success: the caller closes the dialog and shows the result.
   */
  readonly onCode: (code: string) => Promise<string | null>
  readonly onClose: () => void
  /** Requests a code: once when the dialog opens, and by the button. */
  readonly request: () => Promise<CodeOutcome>
}

/** The dialog; it starts fresh each time it opens. */
export function OtpDialog({ isOpen, onCode, onClose, request }: OtpDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')}>
      <OtpForm onCode={onCode} request={request} />
    </Dialog>
  )
}

function OtpForm({ onCode, request }: Pick<OtpDialogProps, 'onCode' | 'request'>) {
  const [boxes, setBoxes] = useState(emptyBoxes)
  const [error, setError] = useState<string | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const sending = useSending(request)
  const { isBusy, run } = useBusy()
  const sendCode = () => {
    setBoxes(emptyBoxes)
    focusBox(group.current, 0)
  }
  useFirstBox(group)
  const submit = (code: string | null) => {
    if (code === null) {
      setError(t('incomplete'))
      focusBox(group.current, boxes.indexOf(''))
      return
    }
    run(async () => {
      setError(null)
      const wrong = await onCode(code)
      if (wrong === null) return
      setError(wrong)
      sendCode()
    })
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    submit(codeIn(boxes))
  }
  return (
    <form className={styles['form']} noValidate onSubmit={onSubmit}>
      <div className={styles['told']}>
        <output>{answerText(sending.answer)}</output>
        <MailboxLink />
      </div>
      <OtpField
        boxes={boxes}
        error={error}
        note={t('note', { minutes: lifeMinutes })}
        isBusy={isBusy}
        group={group}
        onChange={(next) => {
          const code = codeIn(next)
          setBoxes(next)
          setError(null)
          if (code !== null && code !== codeIn(boxes)) submit(code)
        }}
      />
      <div className={styles['actions']}>
        <Button
          isBusy={sending.isBusy}
          disabled={sending.waitSeconds > 0}
          onClick={() => {
            setError(null)
            sending.send()
            sendCode()
          }}
        >
          {resendText(sending)}
        </Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(isBusy ? 'confirming' : 'confirm')}
        </Button>
      </div>
    </form>
  )
}

/** In a simulation, e-mails arrive in a local mailbox. */
function MailboxLink() {
  const path = mailboxPath(useProfile()?.email)
  if (path === null) return null
  return (
    <a className={styles['mailbox']} href={path} target="_blank" rel="noreferrer">
      {tAccount('mailboxLink')}
    </a>
  )
}

/**
 * Focuses the first box once the dialog is open, unless the user already focused a box. The dialog itself
 * takes the focus first.
 */
function useFirstBox(group: RefObject<HTMLFieldSetElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (group.current?.contains(document.activeElement) !== true) focusBox(group.current, 0)
    })
    return () => cancelAnimationFrame(frame)
  }, [group])
}

type Sending = {
  /** Null until the first answer arrives. */
  readonly answer: CodeAnswer | null
  readonly isBusy: boolean
  /** Seconds until another code can be requested. */
  readonly waitSeconds: number
  readonly send: () => void
}

/** Requests a code at once, and counts down until another one can be requested. */
function useSending(request: () => Promise<CodeOutcome>): Sending {
  const [answer, setAnswer] = useState<CodeAnswer | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)
  const { isBusy, run } = useBusy()
  const send = () =>
    run(async () => {
      const outcome = readCodeAnswer(await request())
      setAnswer(outcome)
      if (outcome.kind === 'failed') toast('warn', t('notSent'), outcome.message)
      else setWaitSeconds(outcome.resendSeconds)
    })
  const first = useRef(send)
  useEffect(() => first.current(), [])
  const isWaiting = waitSeconds > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => setWaitSeconds((left) => Math.max(0, left - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return { answer, isBusy, waitSeconds, send }
}

function answerText(answer: CodeAnswer | null): string {
  switch (answer?.kind) {
    case undefined:
      return t('asking')
    case 'sent':
      return answer.message
    case 'still':
      return t('stillSent')
    case 'failed':
      return answer.message
  }
}

function resendText({ isBusy, waitSeconds }: Sending): string {
  if (isBusy) return t('resending')
  return waitSeconds > 0 ? t('resendIn', { seconds: waitSeconds }) : t('resend')
}
