/** Tells an operator whose decisions no passkey signs that they are weaker, and where he adds one. */
import { deskPasskeyMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import styles from '../desk.module.css'
import { DeskLink } from '../frame/desk-link.tsx'
import { useLoaded } from '../use-loaded.ts'
import { loadPasskeys } from './passkey-calls.ts'

const say = sayer(deskPasskeyMessages)

/** The note; nothing for who has a passkey. */
export function WeakerNote() {
  const { loaded } = useLoaded('passkeys', loadPasskeys)
  if (loaded.state !== 'ready' || loaded.value.own.length > 0) return null
  return (
    <p className={styles['quiet']}>
      {say('weaker')}{' '}
      <DeskLink to={{ page: 'own', name: 'passkeys', rest: [] }} className={styles['inlineLink']}>
        {say('offer')}
      </DeskLink>
    </p>
  )
}
