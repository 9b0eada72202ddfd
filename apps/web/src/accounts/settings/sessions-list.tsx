/** The user's open sessions: each can be ended, or all others at once. */
import { deviceWords, formatDateTime, settingsMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useResource } from '../../api/resource.ts'
import { pageTranslator } from '../../app/translate.ts'
import { language } from '../../theme/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Badge, VisuallyHidden } from '../../ui/feedback.tsx'
import { accountFailureText } from '../failure.ts'
import styles from './settings.module.css'
import { endSession, sessionsResource } from './settings-calls.ts'
import type { AccountSession } from './settings-wire.ts'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'

const t = pageTranslator(settingsMessages)

/** Rows have two lines, on phones three. */
const rowHeightPx = 68

/** Further rows are shown on request. */
const rowsMax = 8

const toDeviceText = (session: AccountSession) =>
  deviceWords(session.device, language) || t('sessionUnknown')

/** The section with the list. */
export function SessionsList() {
  const [sessions] = useState(sessionsResource)
  const loaded = useResource(sessions)
  const alert = useAlert()
  const { isBusy, run } = useBusy()
  const [isExpanded, setExpanded] = useState(false)
  const rows = loaded.state === 'ready' ? loaded.value : []
  const end = (id: string | null) =>
    run(async () => {
      const outcome = await endSession(id)
      if (outcome.ok) alert.show('good', t(id === null ? 'sessionsEnded' : 'sessionEnded'))
      else alert.show('bad', accountFailureText(outcome))
      sessions.reload()
    })
  return (
    <section className={styles['card']} aria-labelledby="sessions-title">
      <header className={styles['cardHead']}>
        <h2 id="sessions-title">{t('sessionsTitle')}</h2>
        <Button
          size="small"
          disabled={!rows.some((session) => !session.isCurrent)}
          isBusy={isBusy}
          onClick={() => end(null)}
        >
          {t('sessionsEndOthers')}
        </Button>
      </header>
      <p className={styles['plain']}>{t('sessionsText')}</p>
      <DataTable
        caption={t('sessionsCaption')}
        columns={createColumns(isBusy, end)}
        rows={isExpanded ? rows : rows.slice(0, rowsMax)}
        rowKey={(session) => session.id}
        state={loaded.state}
        empty={t('sessionsEmpty')}
        error={t('sessionsFailed')}
        onRetry={sessions.reload}
        skeletonRows={2}
        rowHeightPx={rowHeightPx}
        className={styles['sessions']}
      />
      {rows.length > rowsMax && !isExpanded && (
        <Button kind="quiet" size="small" onClick={() => setExpanded(true)}>
          {t('sessionsAll', { count: rows.length })}
        </Button>
      )}
    </section>
  )
}

function createColumns(
  isBusy: boolean,
  end: (id: string) => void,
): readonly Column<AccountSession>[] {
  return [
    {
      key: 'device',
      head: t('sessionDevice'),
      width: '46%',
      cell: (session) => (
        <div className={styles['twoLines']}>
          <span title={toDeviceText(session)}>{toDeviceText(session)}</span>
          <small>{session.address}</small>
          <small className={styles['onlyPhone']}>{formatDateTime(session.seenAt)}</small>
        </div>
      ),
    },
    {
      key: 'seen',
      head: t('sessionSeen'),
      width: '34%',
      isWideOnly: true,
      cell: (session) => (
        <div className={styles['twoLines']}>
          <span>{formatDateTime(session.seenAt)}</span>
          <small>{t('sessionBegan', { time: formatDateTime(session.beganAt) })}</small>
        </div>
      ),
    },
    {
      key: 'action',
      head: <VisuallyHidden>{t('sessionAction')}</VisuallyHidden>,
      width: '20%',
      align: 'end',
      cell: (session) =>
        session.isCurrent ? (
          <Badge tone="accent">{t('sessionCurrent')}</Badge>
        ) : (
          <Button
            size="small"
            isBusy={isBusy}
            aria-label={t('sessionEndOf', { device: toDeviceText(session) })}
            onClick={() => end(session.id)}
          >
            {t('sessionEnd')}
          </Button>
        ),
    },
  ]
}
