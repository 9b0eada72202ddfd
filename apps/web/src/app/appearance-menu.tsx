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

const say = sayer(shellMessages)

const Looks = lazy(async () => ({ default: (await import('./appearance.tsx')).Looks }))

/** The choices, or their place while they are on their way. */
export function LooksPanel() {
  return (
    <LaterPart
      place={<div className={styles['looksPlace']} aria-busy="true" />}
      missing={<p className={styles['looksPlace']}>{say('networkError')}</p>}
    >
      <Looks />
    </LaterPart>
  )
}

/** The button in the navigation that opens these choices. */
export function LooksMenu() {
  const name = `${say('language')}, ${say('appearance')}`
  return (
    <Menu
      label={name}
      renderTrigger={(props) => <IconButton icon="globe" size="small" label={name} {...props} />}
    >
      {() => <LooksPanel />}
    </Menu>
  )
}
