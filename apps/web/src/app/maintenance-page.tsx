/** The page of an exchange in maintenance. */
import { formatTime, shellMessages, statusPageMessages } from '@tukar/i18n'
import { navigate } from '../router/state.ts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './frame.module.css'
import { serverStatus } from './guard.ts'
import { pageTranslator } from './translate.ts'
import { usePageTitle } from './title.ts'

const t = pageTranslator(shellMessages)
const tStatus = pageTranslator(statusPageMessages)

/** How often it checks whether maintenance has ended (DEC-12). */
const askEveryMs = 30_000

/**
 * Maintenance (MAINT-01, MAINT-02). The page checks every 30 s and on its button, and leaves when maintenance
 * has ended. A server without an answer does not count as open.
 */
export function MaintenancePage() {
  const [isAsking, setAsking] = useState(false)
  const [checkedAt, setCheckedAt] = useState<number | null>(null)
  usePageTitle(t('maintenance'))
  const ask = useCallback(async () => {
    setAsking(true)
    const status = await serverStatus()
    setAsking(false)
    setCheckedAt(Date.now())
    if (status === 'open') await navigate({ to: '/', replace: true })
  }, [])
  useEffect(() => {
    const timer = setInterval(() => {
      ask().catch(() => undefined)
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [ask])
  const note =
    checkedAt === null
      ? tStatus('maintenanceAsks')
      : tStatus('maintenanceAsked', { time: formatTime(checkedAt) })
  return (
    <div className={styles['page']}>
      <span className={styles['pageIcon']}>
        <Icon name="tools" size={32} />
      </span>
      <h1>{t('maintenance')}</h1>
      <p>{t('maintenanceText')}</p>
      <p>{tStatus('maintenanceNote')}</p>
      <div className={styles['pageActions']}>
        <Button
          kind="primary"
          isBusy={isAsking}
          onClick={() => {
            ask().catch(() => undefined)
          }}
        >
          {t('maintenanceAsk')}
        </Button>
      </div>
      <p className={styles['pageNote']} role="status">
        {note}
      </p>
    </div>
  )
}
