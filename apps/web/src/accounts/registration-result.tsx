/**
 * How a registration went (REG-07, REG-20, REG-21): a drawn sign, the server's message, and after success
 * the way to the login page, by itself after 10 s, at once, or not at all.
 */
import { accountMessages } from '@tukar/i18n'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sayer } from '../app/say.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './auth.module.css'

const say = sayer(accountMessages)

/** CONST-04 */
const redirectSeconds = 10

export type Result = { readonly isGood: boolean; readonly message: string }

/** The result's dialog; closed while there is none. */
export function RegistrationResult({
  result,
  onClose,
}: {
  readonly result: Result | null
  readonly onClose: () => void
}) {
  return (
    <Dialog
      isOpen={result !== null}
      onClose={onClose}
      title={say(result?.isGood === false ? 'resultBad' : 'resultGood')}
    >
      {result !== null &&
        (result.isGood ? (
          <Success message={result.message} onStay={onClose} />
        ) : (
          <div className={styles['result']} role="alert">
            <Sign isGood={false} />
            <p>{result.message}</p>
            <Button kind="primary" onClick={onClose}>
              {say('resultBack')}
            </Button>
          </div>
        ))}
    </Dialog>
  )
}

function Success({ message, onStay }: { readonly message: string; readonly onStay: () => void }) {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(redirectSeconds)
  const leave = () => {
    navigate({ to: '/auth/login' }).catch(() => undefined)
  }
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) navigate({ to: '/auth/login' }).catch(() => undefined)
  }, [seconds, navigate])
  return (
    <div className={styles['result']}>
      <Sign isGood />
      <output>{message}</output>
      <Button kind="primary" isWide onClick={leave}>
        {say('resultLogin')}
      </Button>
      <p className={styles['timer']}>{say('resultTimer', { seconds: Math.max(0, seconds) })}</p>
      <Button kind="quiet" size="small" onClick={onStay}>
        {say('resultStay')}
      </Button>
    </div>
  )
}

/** A tick or a cross that is drawn once. */
function Sign({ isGood }: { readonly isGood: boolean }) {
  return (
    <svg viewBox="0 0 72 72" aria-hidden="true" focusable="false">
      <g className={styles['drawing']} data-outcome={isGood ? 'good' : 'bad'}>
        <circle cx="36" cy="36" r="25" />
        <path d={isGood ? 'M25 37l8 8 15-17' : 'M27 27l18 18M45 27L27 45'} />
      </g>
    </svg>
  )
}
