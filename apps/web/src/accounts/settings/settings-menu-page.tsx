/** The settings' menu as a page of its own, for phones. */
import { settingsMessages } from '@tukar/i18n'
import { Link } from '../../router/link.tsx'
import { sayer } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './settings.module.css'
import { settingsPlaces } from './settings-places.ts'

const say = sayer(settingsMessages)

/** `/settings`; wide windows are led on to the profile. */
export function SettingsMenuPage() {
  usePageTitle(say('settings'))
  return (
    <div className={styles['menuPage']}>
      <h1>{say('settings')}</h1>
      <ul>
        {settingsPlaces.map(({ key, to, icon, name, hint }) => (
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
