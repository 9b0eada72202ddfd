/**
 * The captcha's place in a form. Usually a line that tells how the work goes, always of the same height;
 * the outside widget only where the operator has set one up.
 */
import { accountMessages } from '@tukar/i18n'
import { useEffect, useId, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { TextButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from '../sign-in/auth.module.css'
import type { CaptchaState } from './captcha.ts'
import { showWidget } from './captcha-widget.ts'
import type { FormCaptcha } from './use-captcha.ts'

const say = sayer(accountMessages)

type PlainState = Exclude<CaptchaState['state'], 'widget'>

const looks = {
  working: { icon: 'shield', text: say('captchaWorking') },
  ready: { icon: 'check', text: say('captchaReady') },
  off: { icon: 'shield', text: say('captchaOff') },
  failed: { icon: 'warning', text: say('captchaFailed') },
} as const satisfies Record<PlainState, { readonly icon: IconName; readonly text: string }>

/** Shows how a form's captcha stands. */
export function CaptchaField({ captcha }: { readonly captcha: FormCaptcha }) {
  const { shown, retry } = captcha
  if (shown.state === 'widget') {
    return <Widget key={shown.round} siteKey={shown.siteKey} captcha={captcha} />
  }
  return <Line state={shown.state} onRetry={retry} />
}

function Line({ state, onRetry }: { readonly state: PlainState; readonly onRetry: () => void }) {
  const { icon, text } = looks[state]
  return (
    <div className={styles['captcha']} role="group" aria-label={say('captcha')} data-state={state}>
      <Icon name={icon} size={18} />
      <span role={state === 'failed' ? 'alert' : undefined}>{text}</span>
      {state === 'working' && <span className={styles['spinner']} aria-hidden="true" />}
      {state === 'failed' && <TextButton onClick={onRetry}>{say('captchaRetry')}</TextButton>}
    </div>
  )
}

function Widget({ siteKey, captcha }: { readonly siteKey: string; readonly captcha: FormCaptcha }) {
  const place = useRef<HTMLDivElement>(null)
  const answer = useRef(captcha.answer)
  const [isLost, setLost] = useState(false)
  const id = useId()
  useEffect(() => {
    answer.current = captcha.answer
  })
  useEffect(() => {
    const box = place.current
    if (box === null) return
    showWidget(box, siteKey, (proof) => answer.current(proof)).catch(() => setLost(true))
  }, [siteKey])
  if (isLost) return <Line state="failed" onRetry={captcha.retry} />
  return (
    <div className={styles['widget']} role="group" aria-labelledby={id}>
      <p id={id}>{say('captchaWidget')}</p>
      <div ref={place} />
    </div>
  )
}
