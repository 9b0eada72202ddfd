/** Deletes the account (DEL-01 to DEL-03): consequences, reason, and the confirmation word. */
import { settingsMessages } from '@tukar/i18n'
import { deletionReasonLengthMax } from '@tukar/wire'
import { useState } from 'react'
import { keepParting } from '../../api/parting.ts'
import { beginLeaving, clearSession } from '../../api/session.ts'
import { isSimulation } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type DeletionErrors, deletionErrors } from './deletion.ts'
import { accountFailureText } from '../failure.ts'
import styles from '../settings/settings.module.css'
import { deleteAccount } from '../settings/settings-calls.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(settingsMessages)

const consequences = [
  t('deleteGone'),
  t('deleteNeeds'),
  ...(isSimulation ? [t('deleteFunds')] : []),
  t('deleteKept'),
  t('deleteMail'),
]

/** `/settings/delete-account` */
export function DeleteAccountPage() {
  return (
    <SettingsFrame
      title={t('deleteTitle')}
      text={t('deleteText')}
      help={
        <>
          <h2>{t('helpDeleteTitle')}</h2>
          <p>{t('helpDeleteText')}</p>
        </>
      }
    >
      <div className={styles['card']}>
        <ul className={styles['consequences']}>
          {consequences.map((text) => (
            <li key={text}>
              <Icon name="info" size={18} />
              {text}
            </li>
          ))}
        </ul>
        <DeleteForm />
      </div>
    </SettingsFrame>
  )
}

function DeleteForm() {
  const [reason, setReason] = useState('')
  const [word, setWord] = useState('')
  const [errors, setErrors] = useState<DeletionErrors>({})
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const submit = async () => {
    const found = deletionErrors(reason, word)
    setErrors(found)
    if (found.reason !== undefined || found.word !== undefined) return
    const stay = beginLeaving()
    const outcome = await deleteAccount(reason.trim())
    if (!outcome.ok) {
      stay()
      alert.show('bad', accountFailureText(outcome))
      return
    }
    // The page is reloaded, so that nothing of the account stays in memory (DEC-40). The home page shows the
    // message.
    keepParting({ kind: 'accountGone', text: outcome.message })
    clearSession()
    location.assign('/')
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <TextAreaField
        label={t('reason')}
        note={t('reasonNote')}
        name="reason"
        value={reason}
        maxLength={deletionReasonLengthMax}
        error={errors.reason === undefined ? null : t(errors.reason)}
        onChange={(event) => {
          setErrors(({ word: kept }) => (kept === undefined ? {} : { word: kept }))
          setReason(event.target.value)
        }}
      />
      <Field
        label={t('confirmWord')}
        name="confirmation"
        value={word}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.word === undefined ? null : t(errors.word)}
        onChange={(event) => {
          setErrors(({ reason: kept }) => (kept === undefined ? {} : { reason: kept }))
          setWord(event.target.value)
        }}
      />
      <div className={styles['actions']}>
        <Button type="submit" kind="danger" isBusy={isBusy}>
          {t(isBusy ? 'deleting' : 'deleteSubmit')}
        </Button>
      </div>
    </form>
  )
}
