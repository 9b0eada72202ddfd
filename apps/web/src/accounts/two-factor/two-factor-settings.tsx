/** Switching two factors on and off; a refusal is told (DEC-33) and the field waits for another code. */
import { settingsMessages } from '@tukar/i18n'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ownNotices } from '../../notifications/notice-rule.ts'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import type { Told } from '../../api/call.ts'
import { CodeForm } from '../codes/code-form.tsx'
import { CopyButton } from '../copy-button.tsx'
import { accountFailureText } from '../failure.ts'
import { reloadProfile } from '../settings/profile.ts'
import styles from '../settings/settings.module.css'
import { askFactorSetup, switchFactor } from '../settings/settings-calls.ts'
import type { FactorSetup } from '../settings/settings-wire.ts'

const say = sayer(settingsMessages)

/** CONST-12 */
const pictureSizePx = 200

/** Demo people, whom everybody shares, never get a factor. */
export function FactorOfDemo() {
  return (
    <>
      <p className={styles['plain']}>{say('factorWhy')}</p>
      <Banner tone="info">{say('factorDemo')}</Banner>
    </>
  )
}

/**
 * Two factors are off: the secret for the authenticator, and the code that proves it is there. Where no secret is
 * given there is no code to ask for.
 */
export function FactorOff() {
  const [shown, retry] = useSetup()
  return (
    <>
      <p className={styles['plain']}>{say('factorWhy')}</p>
      {/* Said first: after a refusal the next picture holds another secret. */}
      <p className={styles['plain']}>{say('factorFresh')}</p>
      <ol className={styles['steps']}>
        <li>{say('stepApp')}</li>
        <li>
          {say('stepScan')}
          <Setup shown={shown} retry={retry} />
        </li>
        {shown.state !== 'failed' && (
          <li>
            {say('stepCode')}
            <SwitchForm isOn />
          </li>
        )}
      </ol>
    </>
  )
}

/** Two factors are on: what that means, and the code that switches them off. */
export function FactorOn() {
  return (
    <>
      <p className={styles['plain']}>{say('factorIsOn')}</p>
      <p className={styles['plain']}>{say('factorLost')}</p>
      <p className={styles['plain']}>{say('deactivateText')}</p>
      <SwitchForm isOn={false} />
    </>
  )
}

type SetupState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'ready'; readonly setup: FactorSetup }

const unread = (): SetupState => ({ state: 'failed', text: say('qrFailed') })

async function loadSetup(): Promise<SetupState> {
  const answer = await askFactorSetup()
  if (!answer.ok) return { state: 'failed', text: accountFailureText(answer) }
  return { state: 'ready', setup: answer.body }
}

function useSetup(): readonly [SetupState, () => void] {
  const [shown, setShown] = useState<SetupState>({ state: 'loading' })
  const isAsking = useRef(false)
  const ask = useCallback(() => {
    // Each question makes a new secret, so the one that is shown must be the last.
    if (isAsking.current) return
    isAsking.current = true
    setShown({ state: 'loading' })
    const show = (next: SetupState) => {
      isAsking.current = false
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
        alt={say('qrLabel')}
      />
      {secret !== '' && (
        <div className={styles['secret']}>
          <span>{say('secret')}</span>
          <code>{grouped(secret)}</code>
          <CopyButton text={secret} />
          <p>{say('secretNote')}</p>
        </div>
      )}
    </div>
  )
}

/** Groups of four are easier to type; what is copied has none. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

function SwitchForm({ isOn }: { readonly isOn: boolean }) {
  const send = async (code: string): Promise<Told> => {
    // The answer is told here; the notice of the same deed is not said besides.
    const takeBack = ownNotices.begin(isOn ? 'two_factor_on' : 'two_factor_off')
    const told = await switchFactor(isOn, code)
    if (told.ok) reloadProfile()
    else takeBack()
    return told
  }
  return (
    <CodeForm
      className={styles['codeForm']}
      onCode={send}
      renderActions={(isBusy) => (
        <div className={styles['actions']}>
          <Button type="submit" kind={isOn ? 'primary' : 'danger'} isBusy={isBusy}>
            {say(isOn ? 'activate' : 'deactivate')}
          </Button>
          <span className={styles['aside']}>{say('factorEndsOthers')}</span>
        </div>
      )}
    />
  )
}
