/** Says below the navigation that operators suspended the account, and what its owner can do now. */
import { suspensionMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Link } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useRootMark } from '../ui/root-mark.ts'
import { useProfile } from './settings/profile.ts'
import styles from './suspension-bar.module.css'

const say = sayer(suspensionMessages)

/** The bar; nothing for everybody else. */
export function SuspensionBar() {
  const isSuspended = useProfile()?.isSuspended === true
  useRootMark('suspended', isSuspended)
  if (!isSuspended) return null
  return (
    <aside className={styles['bar']} aria-label={say('label')}>
      <Icon name="warning" size={16} />
      <p>
        {say('text')} <Link to="/pages/contact-us">{say('contact')}</Link>
      </p>
    </aside>
  )
}
