/** The account's security (TFA-06 to TFA-10): the second factor, and where the account is open. */
import { settingsMessages } from '@tukar/i18n'
import { useEffect, useRef } from 'react'
import { sayer } from '../../app/translate.ts'
import { Badge, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { classes } from '../../ui/classes.ts'
import { bringIntoView } from '../../ui/into-view.ts'
import { reloadProfile, useOwnProfile } from './profile.ts'
import { SessionsList } from './sessions-list.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { FactorOfDemo, FactorOff, FactorOn } from '../two-factor/two-factor-settings.tsx'

const say = sayer(settingsMessages)

/** `/settings/2fa` */
export function SecurityPage() {
  // The sessions stand below the factor, whose height is known once the profile is; switching the
  // factor ends the others, so the list begins again. Who has just signed out has neither.
  const loaded = useOwnProfile()
  const profile = loaded.state === 'ready' ? loaded.value : null
  const hasSessions = loaded.state === 'error' || profile !== null
  return (
    <SettingsFrame
      title={say('securityTitle')}
      text={say('securityText')}
      help={
        <>
          <h2>{say('helpSecurityTitle')}</h2>
          <ul>
            <li>{say('helpSecurityPassword')}</li>
            <li>{say('helpSecurityFactor')}</li>
            <li>{say('helpSecuritySessions')}</li>
          </ul>
        </>
      }
    >
      <Factor />
      {hasSessions && <SessionsList key={profile?.hasTwoFactor === true ? 'on' : 'off'} />}
    </SettingsFrame>
  )
}

function Factor() {
  const loaded = useOwnProfile()
  const profile = loaded.state === 'ready' ? loaded.value : null
  const card = useRef<HTMLElement>(null)
  const isOn = profile?.hasTwoFactor ?? null
  const wasOn = useRef(isOn)
  useEffect(() => {
    // The card was longer than the window; what it says now would be above it.
    if (isOn === true && wasOn.current === false) bringIntoView(card.current)
    wasOn.current = isOn
  }, [isOn])
  return (
    <section
      className={classes(styles['card'], styles['factor'])}
      aria-labelledby="factor-title"
      ref={card}
    >
      <header className={styles['cardHead']}>
        <h2 id="factor-title">{say('factorTitle')}</h2>
        {profile !== null && (
          <Badge tone={profile.hasTwoFactor ? 'up' : 'warn'}>
            {say(profile.hasTwoFactor ? 'factorOn' : 'factorOff')}
          </Badge>
        )}
      </header>
      {loaded.state === 'error' ? (
        <ErrorState
          title={say('loadFailed')}
          text={say('loadFailedText')}
          onRetry={reloadProfile}
        />
      ) : profile === null ? (
        <Skeleton height={420} />
      ) : profile.hasTwoFactor ? (
        <FactorOn />
      ) : profile.isDemo ? (
        <FactorOfDemo />
      ) : (
        <FactorOff />
      )}
    </section>
  )
}
