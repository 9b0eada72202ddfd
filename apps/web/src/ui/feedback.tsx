/** Status components: banners, badges, skeletons, empty and error states, live regions. */
import { shellMessages } from '@tukar/i18n'
import type { CSSProperties, ElementType, ReactNode } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Button } from './button.tsx'
import styles from './feedback.module.css'
import { Icon, type IconName } from './icon.tsx'

const t = pageTranslator(shellMessages)

export type BannerTone = 'info' | 'warn' | 'bad' | 'good'

/** Scrolls to the outcome of a form, which may be above the part of the form that the user sees. */
function showOutcome(banner: HTMLElement | null): void {
  if (banner?.closest('form') != null) banner.scrollIntoView({ block: 'nearest' })
}

/** A message that stays until its cause is gone. */
export function Banner({
  tone,
  icon = tone === 'info' ? 'info' : tone === 'good' ? 'check' : 'warning',
  children,
  action,
  isSpoken = false,
}: {
  readonly tone: BannerTone
  readonly icon?: IconName
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Whether screen readers announce it when it appears. */
  readonly isSpoken?: boolean
}) {
  return (
    <div
      className={styles['banner']}
      data-tone={tone}
      role={isSpoken ? 'alert' : undefined}
      ref={isSpoken ? showOutcome : undefined}
    >
      <Icon name={icon} />
      <div className={styles['bannerBody']}>{children}</div>
      {action}
    </div>
  )
}

export type BadgeTone = 'neutral' | 'up' | 'down' | 'accent' | 'warn'

/** A short label for a state or a side. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: BadgeTone
  readonly children: ReactNode
}) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  )
}

/** The placeholder of a loading text, in its final size. */
export function Skeleton({
  width,
  height,
}: {
  readonly width?: CSSProperties['width']
  readonly height?: CSSProperties['height']
}) {
  return <span className={styles['skeleton']} style={{ width, height }} aria-hidden="true" />
}

/** The empty state: one sentence and one action. */
export function EmptyState({
  icon = 'info',
  children,
  action,
}: {
  readonly icon?: IconName
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles['state']}>
      <Icon name={icon} size={24} />
      <p className={styles['stateText']}>{children}</p>
      {action}
    </div>
  )
}

/** The error state: what failed, whether money is affected, what to do, and a code for support. */
export function ErrorState({
  title,
  text,
  code,
  onRetry,
}: {
  readonly title: string
  readonly text?: ReactNode
  readonly code?: string | null | undefined
  readonly onRetry?: () => void
}) {
  return (
    <div className={styles['state']} role="alert">
      <Icon name="warning" size={24} />
      <p className={styles['stateTitle']}>{title}</p>
      {text !== undefined && <div className={styles['stateText']}>{text}</div>}
      {typeof code === 'string' && code !== '' && (
        <p className={styles['code']}>{t('errorCode', { code })}</p>
      )}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

/** Text for screen readers only. */
export function VisuallyHidden({
  as: Tag = 'span',
  children,
}: {
  readonly as?: ElementType
  readonly children?: ReactNode
}) {
  return <Tag className={styles['hidden']}>{children}</Tag>
}

/** Announces its text whenever it changes. */
export function LiveRegion({
  children,
  isUrgent = false,
}: {
  readonly children: ReactNode
  readonly isUrgent?: boolean
}) {
  return (
    <output className={styles['hidden']} aria-live={isUrgent ? 'assertive' : 'polite'}>
      {children}
    </output>
  )
}
