/**
 * The result of a form: an icon, the server's message, and after success the next page: after a few seconds,
 * immediately, or not at all (DEC-32). Leaving the page ends the countdown.
 */
import { accountMessages } from '@tukar/i18n'
import { useNavigate } from '../router/state.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './sign-in/auth.module.css'
import { Sign } from './sign-in/sign.tsx'

const t = pageTranslator(accountMessages)

export type Result = { readonly isGood: boolean; readonly message: string }

/** The page after a success. */
export type NextPage = { readonly to: '/' | '/auth/login'; readonly afterSeconds: number }

export type ResultDialogProps = {
  /** Null closes the dialog. */
  readonly result: Result | null
  readonly goodTitle: string
  readonly badTitle: string
  readonly nextPage: NextPage
  /** The first step after a success; the link to the next page follows it. */
  readonly first?: ReactNode
  readonly onClose: () => void
}

/** The dialog of a result. */
export function ResultDialog(props: ResultDialogProps) {
  const { result, goodTitle, badTitle, nextPage, first, onClose } = props
  return (
    <Dialog
      isOpen={result !== null}
      onClose={onClose}
      title={result?.isGood === false ? badTitle : goodTitle}
    >
      {result !== null &&
        (result.isGood ? (
          <Success message={result.message} nextPage={nextPage} first={first} onStay={onClose} />
        ) : (
          <div className={styles['result']} role="alert">
            <Sign isGood={false} />
            <p>{result.message}</p>
            <Button kind="primary" onClick={onClose}>
              {t('resultBack')}
            </Button>
          </div>
        ))}
    </Dialog>
  )
}

function Success({
  message,
  nextPage,
  first,
  onStay,
}: {
  readonly message: string
  readonly nextPage: NextPage
  readonly first: ReactNode
  readonly onStay: () => void
}) {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(nextPage.afterSeconds)
  const leave = () => {
    navigate({ to: nextPage.to }).catch(() => undefined)
  }
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) navigate({ to: nextPage.to }).catch(() => undefined)
  }, [seconds, navigate, nextPage.to])
  const isHome = nextPage.to === '/'
  return (
    <div className={styles['result']}>
      <Sign isGood />
      <output>{message}</output>
      {first}
      <Button kind={first === undefined ? 'primary' : 'secondary'} isWide onClick={leave}>
        {t(isHome ? 'resultHome' : 'resultLogin')}
      </Button>
      <p className={styles['timer']}>
        {t(isHome ? 'timerHome' : 'timerLogin', { seconds: Math.max(0, seconds) })}
      </p>
      <Button kind="quiet" size="small" onClick={onStay}>
        {t('resultStay')}
      </Button>
    </div>
  )
}
