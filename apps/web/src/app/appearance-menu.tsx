/**
 * Opens the settings of appearance and language: a button in the navigation, and a panel in the menu of
 * phones. The settings load on first use.
 */
import { shellMessages } from '@tukar/i18n'
import { lazy } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './frame.module.css'
import { LazyPart } from './later-part.tsx'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

const AppearancePart = lazy(async () => ({
  default: (await import('./appearance.tsx')).AppearanceChoices,
}))

/** The settings, with a placeholder while they load. */
export function AppearancePanel() {
  return (
    <LazyPart
      place={<div className={styles['looksPlace']} aria-busy="true" />}
      missing={<p className={styles['looksPlace']}>{t('networkError')}</p>}
    >
      <AppearancePart />
    </LazyPart>
  )
}

/** The button in the navigation that opens the settings. */
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
