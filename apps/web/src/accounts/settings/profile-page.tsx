/** The profile (SET-03 to SET-06). Only the nickname can be changed. */
import { settingsMessages } from '@tukar/i18n'
import { useState } from 'react'
import { IdentityCard } from '../../agreement/identity-card.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { accountFailureText } from '../failure.ts'
import { type Profile, reloadProfile, useProfileResource } from './profile.ts'
import styles from './settings.module.css'
import { updateNickname } from './settings-calls.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(settingsMessages)

/** The longest nickname (DEC-38). */
const nicknameLengthMax = 50

/** `/settings/profile` */
export function ProfilePage() {
  const loaded = useProfileResource()
  return (
    <SettingsFrame
      title={t('profileTitle')}
      text={t('profileText')}
      help={
        <>
          <h2>{t('helpProfileTitle')}</h2>
          <p>{t('helpProfileText')}</p>
        </>
      }
    >
      {loaded.state === 'error' && (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={reloadProfile} />
      )}
      {loaded.state === 'loading' && <Waiting />}
      {loaded.state === 'ready' && loaded.value !== null && (
        <>
          <ProfileForm profile={loaded.value} />
          <IdentityCard />
        </>
      )}
    </SettingsFrame>
  )
}

function Waiting() {
  return (
    <div className={styles['card']} aria-hidden="true">
      {['name', 'nickname', 'email'].map((key) => (
        <Skeleton key={key} height={86} />
      ))}
      <Skeleton height={20} />
      <Skeleton width={160} height={40} />
    </div>
  )
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const [nickname, setNickname] = useState(profile.nickname)
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    const outcome = await updateNickname(nickname)
    if (outcome.ok) {
      alert.show('good', outcome.message)
      reloadProfile()
    } else alert.show('bad', accountFailureText(outcome))
  }
  return (
    <form className={styles['card']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <Field
        label={t('fullName')}
        note={t('fullNameNote')}
        value={profile.fullName}
        autoComplete="off"
        readOnly
      />
      <Field
        label={t('nickname')}
        note={t('nicknameNote')}
        name="nickname"
        value={nickname}
        maxLength={nicknameLengthMax}
        autoComplete="nickname"
        onChange={(event) => setNickname(event.target.value)}
      />
      <Field
        label={t('email')}
        note={t('emailNote')}
        type="email"
        value={profile.email}
        autoComplete="off"
        readOnly
      />
      <div className={styles['actions']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(isBusy ? 'updating' : 'update')}
        </Button>
      </div>
    </form>
  )
}
