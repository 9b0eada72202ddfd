/** The button that opens the list of keys, also while they are off. */
import { layoutViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { TextButton } from '../../ui/button.tsx'
import styles from './keys-button.module.css'
import { showKeySheet } from './key-store.ts'

const t = pageTranslator(layoutViewMessages)

/** A question mark as a key icon. */
export function KeysButton() {
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={t('keys')}
      title={t('keys')}
      onClick={() => showKeySheet(true)}
    >
      <kbd aria-hidden="true">?</kbd>
    </button>
  )
}

/** The same as a text link, for pages without space for the button. */
export function KeysLink() {
  return (
    <p className={styles['link']}>
      <TextButton onClick={() => showKeySheet(true)}>{t('keys')}</TextButton>
    </p>
  )
}
