/** The settings menu as a separate page, for phones. */
import { settingsMessages } from '@tukar/i18n'
import { Link } from '../../router/link.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './settings.module.css'
import { settingsEntries } from './settings-entries.ts'

const t = pageTranslator(settingsMessages)

/** `/settings`; wide windows redirect to the profile. */
export function SettingsMenuPage() {
  usePageTitle(t('settings'))
  return (
    <div className={styles['menuPage']}>
      <h1>{t('settings')}</h1>
      <ul>
        {settingsEntries.map(({ key, to, icon, name, hint }) => (
          <li key={key}>
            <Link to={to} className={styles['row'] ?? ''}>
              <Icon name={icon} />
              <span>
                <strong>{name}</strong>
                <small>{hint}</small>
              </span>
              <Icon name="chevron-right" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
