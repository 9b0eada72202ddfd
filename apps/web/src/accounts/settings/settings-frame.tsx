/** The layout of the settings: the menu, the page, and on wide windows a column of advice. */
import { settingsMessages } from '@tukar/i18n'
import { Link } from '../../router/link.tsx'
import type { ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { usePageTitle } from '../../app/title.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './settings.module.css'
import { settingsEntries } from './settings-entries.ts'

const t = pageTranslator(settingsMessages)

export type SettingsFrameProps = {
  /** The heading, also the title of the tab. */
  readonly title: string
  readonly text: string
  readonly children: ReactNode
  /** Advice beside the page; without it the page is wider. */
  readonly help?: ReactNode
}

/** A page of the settings. */
export function SettingsFrame({ title, text, children, help }: SettingsFrameProps) {
  usePageTitle(title)
  return (
    <div className={styles['page']}>
      <nav className={styles['menu']} aria-label={t('menuLabel')}>
        {settingsEntries.map(({ key, to, icon, name }) => (
          <Link key={key} to={to} className={styles['place'] ?? ''}>
            <Icon name={icon} size={18} />
            {name}
          </Link>
        ))}
      </nav>
      <div className={styles['body']}>
        <Link to="/settings" className={styles['back'] ?? ''}>
          <Icon name="chevron-left" size={18} />
          {t('toSettings')}
        </Link>
        <header className={styles['head']}>
          <h1>{title}</h1>
          <p>{text}</p>
        </header>
        <PartBoundary>{children}</PartBoundary>
      </div>
      {help !== undefined && (
        <aside className={styles['help']}>
          <PartBoundary>{help}</PartBoundary>
        </aside>
      )}
    </div>
  )
}
