/**
 * Where the choices of looks and language are opened: a button in the navigation, and their place in the
 * menu of phones. The choices themselves are fetched when they are first wanted.
 */
import { shellMessages } from '@tukar/i18n'
import { lazy } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './frame.module.css'
import { LaterPart } from './later-part.tsx'
import { sayer } from './translate.ts'

const t = sayer(shellMessages)

const AppearancePart = lazy(async () => ({
  default: (await import('./appearance.tsx')).AppearanceChoices,
}))

/** The choices, or their place while they are on their way. */
export function AppearancePanel() {
  return (
    <LaterPart
      place={<div className={styles['looksPlace']} aria-busy="true" />}
      missing={<p className={styles['looksPlace']}>{t('networkError')}</p>}
    >
      <AppearancePart />
    </LaterPart>
  )
}

/** The button in the navigation that opens these choices. */
export function AppearanceMenu() {
  const name = `${t('language')}, ${t('appearance')}`
  return (
    <Menu
      label={name}
      renderTrigger={(props) => <IconButton icon="globe" size="small" label={name} {...props} />}
    >
      {() => <AppearancePanel />}
    </Menu>
  )
}
