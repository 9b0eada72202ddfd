/** The bar below the navigation: operators suspended the account, and what its owner can do. */
import { suspensionMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Link } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useRootMark } from '../ui/root-mark.ts'
import { useProfile } from './settings/profile.ts'
import styles from './suspension-bar.module.css'

const t = pageTranslator(suspensionMessages)

/** The bar; empty unless the account is suspended. */
export function SuspensionBar() {
  const isSuspended = useProfile()?.isSuspended === true
  useRootMark('suspended', isSuspended)
  if (!isSuspended) return null
  return (
    <aside className={styles['bar']} aria-label={t('label')}>
      <Icon name="warning" size={16} />
      <p>
        {t('text')} <Link to="/pages/contact-us">{t('contact')}</Link>
      </p>
    </aside>
  )
}
