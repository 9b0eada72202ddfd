/** The account's security (TFA-06 to TFA-10): the second factor, and open sessions. */
import { settingsMessages } from '@tukar/i18n'
import { useEffect, useRef } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Badge, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { classes } from '../../ui/classes.ts'
import { bringIntoView } from '../../ui/into-view.ts'
import { reloadProfile, useProfileResource } from './profile.ts'
import { SessionsList } from './sessions-list.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { FactorOfDemo, FactorOff, FactorOn } from '../two-factor/two-factor-settings.tsx'

const t = pageTranslator(settingsMessages)

/** `/settings/2fa` */
export function SecurityPage() {
  // The sessions are rendered below the factor, whose height depends on the profile. Switching the factor
  // ends other sessions, so the list is remounted. A user who just signed out has neither.
  const loaded = useProfileResource()
  const profile = loaded.state === 'ready' ? loaded.value : null
  const hasSessions = loaded.state === 'error' || profile !== null
  return (
    <SettingsFrame
      title={t('securityTitle')}
      text={t('securityText')}
      help={
        <>
          <h2>{t('helpSecurityTitle')}</h2>
          <ul>
            <li>{t('helpSecurityPassword')}</li>
            <li>{t('helpSecurityFactor')}</li>
            <li>{t('helpSecuritySessions')}</li>
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
  const loaded = useProfileResource()
  const profile = loaded.state === 'ready' ? loaded.value : null
  const card = useRef<HTMLElement>(null)
  const isOn = profile?.hasTwoFactor ?? null
  const wasOn = useRef(isOn)
  useEffect(() => {
    // The card was taller than the window; its new text would be above the visible area.
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
        <h2 id="factor-title">{t('factorTitle')}</h2>
        {profile !== null && (
          <Badge tone={profile.hasTwoFactor ? 'up' : 'warn'}>
            {t(profile.hasTwoFactor ? 'factorOn' : 'factorOff')}
          </Badge>
        )}
      </header>
      {loaded.state === 'error' ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={reloadProfile} />
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
