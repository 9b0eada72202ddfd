/** Warns an operator without a passkey that decisions are weaker, with a link to add one. */
import { consolePasskeyMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import styles from '../desk.module.css'
import { DeskLink } from '../frame/desk-link.tsx'
import { useLoaded } from '../use-loaded.ts'
import { loadPasskeys } from './passkey-calls.ts'

const t = pageTranslator(consolePasskeyMessages)

/** The note; empty for operators with a passkey. */
export function WeakerNote() {
  const { loaded } = useLoaded('passkeys', loadPasskeys)
  if (loaded.state !== 'ready' || loaded.value.own.length > 0) return null
  return (
    <p className={styles['quiet']}>
      {t('weaker')}{' '}
      <DeskLink to={{ page: 'own', name: 'passkeys', rest: [] }} className={styles['inlineLink']}>
        {t('offer')}
      </DeskLink>
    </p>
  )
}
