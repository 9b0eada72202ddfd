/**
 * The timeline of a transfer: events with their times, next step, reason for waiting, and who acts. A mere
 * "pending" never occurs.
 */
import { formatDateTime, transferMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import type { TransferNext, TransferStep } from '../rupiah/rupiah.ts'
import { type Story, createStoryBuilder, type TransferKind } from './transfer-story.ts'
import styles from './transfer-timeline.module.css'

const t = pageTranslator(transferMessages)
const buildStory = createStoryBuilder(t)

export type TransferTimelineProps = {
  readonly kind: TransferKind
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

/** The steps of a transfer, oldest first, and its next step. */
export function TransferTimeline({ kind, steps, next }: TransferTimelineProps) {
  return <StoryTimeline story={buildStory(kind, steps, next)} />
}

/** The entries, oldest first, and the next step. */
export function StoryTimeline({ story: { entries, nextStep } }: { readonly story: Story }) {
  return (
    <ol className={styles['timeline']} aria-label={t('timeline')}>
      {entries.map(({ key, title, atMs, note, isEnd }) => (
        <li key={key} data-end={isEnd ?? undefined}>
          <span className={styles['mark']}>
            <Icon name={isEnd === 'bad' ? 'close' : 'check'} size={12} />
          </span>
          <div>
            <b>{title}</b>
            {note !== null && <p>{note}</p>}
          </div>
          <time dateTime={new Date(atMs).toISOString()}>{formatDateTime(atMs)}</time>
        </li>
      ))}
      {nextStep !== null && (
        <li data-coming="true">
          <span className={styles['mark']}>
            <Icon name="clock" size={12} />
          </span>
          <div>
            <b>{t('next')}</b>
            <p>{nextStep.text}</p>
            {nextStep.actor !== null && <p className={styles['actor']}>{nextStep.actor}</p>}
          </div>
          {nextStep.atMs !== null && (
            <time dateTime={new Date(nextStep.atMs).toISOString()}>
              {t('when', { time: formatDateTime(nextStep.atMs) })}
            </time>
          )}
        </li>
      )}
    </ol>
  )
}
