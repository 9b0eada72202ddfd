/** The layout of the identity check: the page, and beside it the steps and the requirements. */
import { kycMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './kyc.module.css'
import type { Variant } from './steps/steps.ts'

const t = pageTranslator(kycMessages)

/** The steps in order. */
const steps = [
  t('railNationality'),
  t('consentTitle'),
  t('detailsTitle'),
  t('videoTitle'),
  t('railFinal'),
] as const

export type KycFrameProps = {
  /** The index of the current step, 0 to 4; 5 when all steps are done. */
  readonly at: number
  /** Null until a nationality is selected. */
  readonly variant: Variant | null
  readonly title: string
  readonly text?: ReactNode
  /** Camera pages have nothing beside them. */
  readonly isCapture?: boolean
  readonly children: ReactNode
}

/** A page of the identity check. */
export function KycFrame({ at, variant, title, text, isCapture = false, children }: KycFrameProps) {
  usePageTitle(title)
  const step = Math.min(at + 1, steps.length)
  return (
    <div className={styles['page']} data-capture={isCapture}>
      <div className={styles['body']}>
        <header className={styles['head']}>
          <p className={styles['place']}>{t('stepOf', { step, steps: steps.length })}</p>
          <progress
            className={styles['progress']}
            max={steps.length}
            value={step}
            aria-label={t('railLabel')}
          />
          <h1>{title}</h1>
          {text !== undefined && <p>{text}</p>}
        </header>
        <PartBoundary>{children}</PartBoundary>
      </div>
      {!isCapture && <Rail at={at} variant={variant} />}
    </div>
  )
}

function Rail({ at, variant }: { readonly at: number; readonly variant: Variant | null }) {
  return (
    <aside className={styles['rail']}>
      <ol aria-label={t('railLabel')}>
        {steps.map((name, index) => (
          <li
            key={name}
            data-state={index < at ? 'done' : index === at ? 'now' : 'next'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={styles['dot']} aria-hidden="true">
              {index < at ? <Icon name="check" size={14} /> : index + 1}
            </span>
            {name}
            {index < at && <VisuallyHidden>{`, ${t('railDone')}`}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <p>{t('about')}</p>
      <h2>{t('needTitle')}</h2>
      <ul>
        <li>{t(variant === 'global' ? 'needDocumentGlobal' : 'needDocumentId')}</li>
        <li>{t('needCamera')}</li>
      </ul>
      <h2>{t('keptTitle')}</h2>
      <p>{t('keptText')}</p>
    </aside>
  )
}

/** The buttons of a page; fixed at the bottom on phones. */
export function KycActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
