/**
 * The headline of the home page. It is also in the document itself (build/first-view.ts), so that a phone
 * shows it before any script is loaded.
 */
import { type Language, landingMessages, createTranslator } from '@tukar/i18n'
import type { ReactNode } from 'react'
import styles from './pitch.module.css'

/** The background at the top of the page, below the navigation and the ribbon. */
export function HeroGround({
  children,
  id,
}: {
  readonly children: ReactNode
  readonly id?: string
}) {
  return (
    <section className={styles['hero']} aria-labelledby={id}>
      <div className={styles['inner']}>{children}</div>
    </section>
  )
}

/** Title and lead, and the elements below them. */
export function Pitch({
  language,
  id,
  children,
}: {
  readonly language: Language
  readonly id?: string
  readonly children?: ReactNode
}) {
  const t = createTranslator(landingMessages, language)
  return (
    <div className={styles['pitch']}>
      <h1 id={id}>
        {t('heroTitle')} <span>{t('heroTitleMore')}</span>
      </h1>
      <p className={styles['lead']}>{t('heroText')}</p>
      {children}
    </div>
  )
}
