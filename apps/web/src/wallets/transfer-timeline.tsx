/**
 * The timeline of a transfer: what happened and when, what is next, why it waits, and who acts. A bare
 * "pending" says nothing and does not occur.
 */
import { formatDateTime, transferMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Icon } from '../ui/icon.tsx'
import type { TransferNext, TransferStep } from './rupiah.ts'
import { type Story, storyTeller, type TransferKind } from './transfer-story.ts'
import styles from './transfer-timeline.module.css'

const say = sayer(transferMessages)
const storyOf = storyTeller(say)

export type TransferTimelineProps = {
  readonly kind: TransferKind
  readonly steps: readonly TransferStep[]
  readonly next: TransferNext | null
}

/** The steps of a transfer, oldest first, and what comes. */
export function TransferTimeline({ kind, steps, next }: TransferTimelineProps) {
  return <StoryTimeline story={storyOf(kind, steps, next)} />
}

/** What was told, oldest first, and what comes. */
export function StoryTimeline({ story: { told, coming } }: { readonly story: Story }) {
  return (
    <ol className={styles['timeline']} aria-label={say('timeline')}>
      {told.map(({ key, title, atMs, note, isEnd }) => (
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
      {coming !== null && (
        <li data-coming="true">
          <span className={styles['mark']}>
            <Icon name="clock" size={12} />
          </span>
          <div>
            <b>{say('next')}</b>
            <p>{coming.text}</p>
            {coming.actor !== null && <p className={styles['actor']}>{coming.actor}</p>}
          </div>
          {coming.atMs !== null && (
            <time dateTime={new Date(coming.atMs).toISOString()}>
              {say('when', { time: formatDateTime(coming.atMs) })}
            </time>
          )}
        </li>
      )}
    </ol>
  )
}
