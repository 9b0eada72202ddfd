/**
 * The captcha of a form. By default, one status line of constant height. The external widget is shown only if
 * the operator configured it.
 */
import { accountMessages } from '@tukar/i18n'
import { useEffect, useId, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { TextButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from '../sign-in/auth.module.css'
import type { CaptchaState } from './captcha.ts'
import { showWidget } from './captcha-widget.ts'
import type { FormCaptcha } from './use-captcha.ts'

const t = pageTranslator(accountMessages)

type PlainState = Exclude<CaptchaState['state'], 'widget'>

const statusTexts = {
  working: { icon: 'shield', text: t('captchaWorking') },
  ready: { icon: 'check', text: t('captchaReady') },
  off: { icon: 'shield', text: t('captchaOff') },
  failed: { icon: 'warning', text: t('captchaFailed') },
} as const satisfies Record<PlainState, { readonly icon: IconName; readonly text: string }>

/** Shows the state of a form's captcha. */
export function CaptchaField({ captcha }: { readonly captcha: FormCaptcha }) {
  const { shown, retry } = captcha
  if (shown.state === 'widget') {
    return <Widget key={shown.round} siteKey={shown.siteKey} captcha={captcha} />
  }
  return <StatusLine state={shown.state} onRetry={retry} />
}

function StatusLine({
  state,
  onRetry,
}: {
  readonly state: PlainState
  readonly onRetry: () => void
}) {
  const { icon, text } = statusTexts[state]
  return (
    <div className={styles['captcha']} role="group" aria-label={t('captcha')} data-state={state}>
      <Icon name={icon} size={18} />
      <span role={state === 'failed' ? 'alert' : undefined}>{text}</span>
      {state === 'working' && <span className={styles['spinner']} aria-hidden="true" />}
      {state === 'failed' && <TextButton onClick={onRetry}>{t('captchaRetry')}</TextButton>}
    </div>
  )
}

function Widget({ siteKey, captcha }: { readonly siteKey: string; readonly captcha: FormCaptcha }) {
  const container = useRef<HTMLDivElement>(null)
  const answer = useRef(captcha.answer)
  const [isLost, setLost] = useState(false)
  const id = useId()
  useEffect(() => {
    answer.current = captcha.answer
  })
  useEffect(() => {
    const box = container.current
    if (box === null) return
    showWidget(box, siteKey, (proof) => answer.current(proof)).catch(() => setLost(true))
  }, [siteKey])
  if (isLost) return <StatusLine state="failed" onRetry={captcha.retry} />
  return (
    <div className={styles['widget']} role="group" aria-labelledby={id}>
      <p id={id}>{t('captchaWidget')}</p>
      <div ref={container} />
    </div>
  )
}
