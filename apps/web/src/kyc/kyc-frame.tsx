/** The layout of the identity check: the page in the middle, and beside it the steps and what is needed. */
import { kycMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './kyc.module.css'
import type { Variant } from './steps.ts'

const say = sayer(kycMessages)

/** In the order in which they are done. */
const steps = [
  say('railNationality'),
  say('consentTitle'),
  say('detailsTitle'),
  say('videoTitle'),
  say('railFinal'),
] as const

export type KycFrameProps = {
  /** Which of the five is shown, from 0; as many as there are once all is done. */
  readonly at: number
  /** Null until a nationality is chosen. */
  readonly variant: Variant | null
  readonly title: string
  readonly text?: ReactNode
  /** Nothing stands beside the camera. */
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
          <p className={styles['place']}>{say('stepOf', { step, steps: steps.length })}</p>
          <progress
            className={styles['progress']}
            max={steps.length}
            value={step}
            aria-label={say('railLabel')}
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
      <ol aria-label={say('railLabel')}>
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
            {index < at && <VisuallyHidden>{`, ${say('railDone')}`}</VisuallyHidden>}
          </li>
        ))}
      </ol>
      <p>{say('about')}</p>
      <h2>{say('needTitle')}</h2>
      <ul>
        <li>{say(variant === 'global' ? 'needDocumentGlobal' : 'needDocumentId')}</li>
        <li>{say('needCamera')}</li>
      </ul>
      <h2>{say('keptTitle')}</h2>
      <p>{say('keptText')}</p>
    </aside>
  )
}

/** The buttons of a page; on phones they stay where the thumb is. */
export function KycActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
