/** The button that opens the list of keys: the way to it while they are off. */
import { layoutViewMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { TextButton } from '../../ui/button.tsx'
import styles from './keys-button.module.css'
import { showKeySheet } from './key-store.ts'

const say = sayer(layoutViewMessages)

/** A question mark on a key. */
export function KeysButton() {
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={say('keys')}
      title={say('keys')}
      onClick={() => showKeySheet(true)}
    >
      <kbd aria-hidden="true">?</kbd>
    </button>
  )
}

/** The same in words, for pages without room for the button. */
export function KeysLink() {
  return (
    <p className={styles['link']}>
      <TextButton onClick={() => showKeySheet(true)}>{say('keys')}</TextButton>
    </p>
  )
}
