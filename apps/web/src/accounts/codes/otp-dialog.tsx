/**
 * The dialog of a one-time code (OTP-02 to OTP-08): asks for a code when it opens, takes six digits, and
 * says at the boxes what is wrong with them. Another code may be asked for after a minute (DEC-122).
 */
import { accountMessages, otpMessages } from '@tukar/i18n'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
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

const say = sayer(otpMessages)
const sayAccount = sayer(accountMessages)

/** DEC-122 */
const lifeMinutes = 5

export type OtpDialogProps = {
  readonly isOpen: boolean
  /**
   * Called with a whole code, at the last digit or by the button. Gives what is wrong with the code, said
   * at the boxes; null where nothing is, and the caller closes the dialog and tells the rest himself.
   */
  readonly onCode: (code: string) => Promise<string | null>
  readonly onClose: () => void
  /** Asks for a code: once when the dialog opens, and by the button. */
  readonly request: () => Promise<CodeOutcome>
}

/** The dialog; each time it opens it begins again. */
export function OtpDialog({ isOpen, onCode, onClose, request }: OtpDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('title')}>
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
  const begin = () => {
    setBoxes(emptyBoxes)
    focusBox(group.current, 0)
  }
  useFirstBox(group)
  const submit = (code: string | null) => {
    if (code === null) {
      setError(say('incomplete'))
      focusBox(group.current, boxes.indexOf(''))
      return
    }
    run(async () => {
      setError(null)
      const wrong = await onCode(code)
      if (wrong === null) return
      setError(wrong)
      begin()
    })
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    submit(codeIn(boxes))
  }
  return (
    <form className={styles['form']} noValidate onSubmit={onSubmit}>
      <div className={styles['told']}>
        <output>{toldText(sending.answer)}</output>
        <MailboxLink />
      </div>
      <OtpField
        boxes={boxes}
        error={error}
        note={say('note', { minutes: lifeMinutes })}
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
            begin()
          }}
        >
          {resendText(sending)}
        </Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {say(isBusy ? 'confirming' : 'confirm')}
        </Button>
      </div>
    </form>
  )
}

/** In a simulation the mail arrives on this machine. */
function MailboxLink() {
  const path = mailboxPath(useProfile()?.email)
  if (path === null) return null
  return (
    <a className={styles['mailbox']} href={path} target="_blank" rel="noreferrer">
      {sayAccount('mailboxLink')}
    </a>
  )
}

/**
 * Puts the keyboard into the first box once the dialog, which takes it first, is open; who was quicker and
 * is in a box stays there.
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
  /** Null while the first answer is awaited. */
  readonly answer: CodeAnswer | null
  readonly isBusy: boolean
  /** Until another code may be asked for. */
  readonly waitSeconds: number
  readonly send: () => void
}

/** Asks for a code at once, and counts down to when another one may be asked for. */
function useSending(request: () => Promise<CodeOutcome>): Sending {
  const [answer, setAnswer] = useState<CodeAnswer | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)
  const { isBusy, run } = useBusy()
  const send = () =>
    run(async () => {
      const told = readCodeAnswer(await request())
      setAnswer(told)
      if (told.kind === 'failed') toast('warn', say('notSent'), told.message)
      else setWaitSeconds(told.resendSeconds)
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

function toldText(answer: CodeAnswer | null): string {
  switch (answer?.kind) {
    case undefined:
      return say('asking')
    case 'sent':
      return answer.message
    case 'still':
      return say('stillSent')
    case 'failed':
      return answer.message
  }
}

function resendText({ isBusy, waitSeconds }: Sending): string {
  if (isBusy) return say('resending')
  return waitSeconds > 0 ? say('resendIn', { seconds: waitSeconds }) : say('resend')
}
