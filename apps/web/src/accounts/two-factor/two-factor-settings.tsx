/** Switches the second factor on and off. A refusal is shown (DEC-33), and the field accepts another code. */
import { settingsMessages } from '@tukar/i18n'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { pageNotices } from '../../notifications/notice-rule.ts'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import type { MessageResult } from '../../api/call.ts'
import { CodeForm } from '../codes/code-form.tsx'
import { CopyButton } from '../copy-button.tsx'
import { accountFailureText } from '../failure.ts'
import { reloadProfile } from '../settings/profile.ts'
import styles from '../settings/settings.module.css'
import { requestFactorSetup, switchFactor } from '../settings/settings-calls.ts'
import type { FactorSetup } from '../settings/settings-wire.ts'

const t = pageTranslator(settingsMessages)

/** The size of the QR code (CONST-12). */
const pictureSizePx = 200

/** Demo accounts are shared and never have a second factor. */
export function FactorOfDemo() {
  return (
    <>
      <p className={styles['plain']}>{t('factorWhy')}</p>
      <Banner tone="info">{t('factorDemo')}</Banner>
    </>
  )
}

/**
 * The second factor is off: the secret for the authenticator, and a code that confirms it. Without a secret
 * there is no code field.
 */
export function FactorOff() {
  const [shown, retry] = useSetup()
  return (
    <>
      <p className={styles['plain']}>{t('factorWhy')}</p>
      {/* Shown first, because after a refusal the next QR code has another secret. */}
      <p className={styles['plain']}>{t('factorFresh')}</p>
      <ol className={styles['steps']}>
        <li>{t('stepApp')}</li>
        <li>
          {t('stepScan')}
          <Setup shown={shown} retry={retry} />
        </li>
        {shown.state !== 'failed' && (
          <li>
            {t('stepCode')}
            <SwitchForm isOn />
          </li>
        )}
      </ol>
    </>
  )
}

/** The second factor is on: what that means, and the code that switches it off. */
export function FactorOn() {
  return (
    <>
      <p className={styles['plain']}>{t('factorIsOn')}</p>
      <p className={styles['plain']}>{t('factorLost')}</p>
      <p className={styles['plain']}>{t('deactivateText')}</p>
      <SwitchForm isOn={false} />
    </>
  )
}

type SetupState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'ready'; readonly setup: FactorSetup }

const unread = (): SetupState => ({ state: 'failed', text: t('qrFailed') })

async function loadSetup(): Promise<SetupState> {
  const answer = await requestFactorSetup()
  if (!answer.ok) return { state: 'failed', text: accountFailureText(answer) }
  return { state: 'ready', setup: answer.body }
}

function useSetup(): readonly [SetupState, () => void] {
  const [shown, setShown] = useState<SetupState>({ state: 'loading' })
  const isLoading = useRef(false)
  const ask = useCallback(() => {
    // Each request creates a new secret, so the shown one must be the last.
    if (isLoading.current) return
    isLoading.current = true
    setShown({ state: 'loading' })
    const show = (next: SetupState) => {
      isLoading.current = false
      setShown(next)
    }
    loadSetup().then(show, () => show(unread()))
  }, [])
  useEffect(ask, [ask])
  return [shown, ask]
}

type SetupProps = { readonly shown: SetupState; readonly retry: () => void }

function Setup({ shown, retry }: SetupProps) {
  if (shown.state === 'failed') return <ErrorState title={shown.text} onRetry={retry} />
  if (shown.state === 'loading') {
    return (
      <div className={styles['setup']} aria-busy="true">
        <Skeleton width={pictureSizePx} height={pictureSizePx} />
        <Skeleton height={96} />
      </div>
    )
  }
  const { picture, secret } = shown.setup
  return (
    <div className={styles['setup']}>
      <img
        className={styles['qr']}
        src={picture}
        width={pictureSizePx}
        height={pictureSizePx}
        alt={t('qrLabel')}
      />
      {secret !== '' && (
        <div className={styles['secret']}>
          <span>{t('secret')}</span>
          <code>{grouped(secret)}</code>
          <CopyButton text={secret} />
          <p>{t('secretNote')}</p>
        </div>
      )}
    </div>
  )
}

/** Groups of four are easier to type; the copied text has no spaces. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

function SwitchForm({ isOn }: { readonly isOn: boolean }) {
  const send = async (code: string): Promise<MessageResult> => {
    // The answer is shown here, so the notification of the same action is suppressed.
    const takeBack = pageNotices.suppress(isOn ? 'two_factor_on' : 'two_factor_off')
    const outcome = await switchFactor(isOn, code)
    if (outcome.ok) reloadProfile()
    else takeBack()
    return outcome
  }
  return (
    <CodeForm
      className={styles['codeForm']}
      onCode={send}
      renderActions={(isBusy) => (
        <div className={styles['actions']}>
          <Button type="submit" kind={isOn ? 'primary' : 'danger'} isBusy={isBusy}>
            {t(isOn ? 'activate' : 'deactivate')}
          </Button>
          <span className={styles['aside']}>{t('factorEndsOthers')}</span>
        </div>
      )}
    />
  )
}
