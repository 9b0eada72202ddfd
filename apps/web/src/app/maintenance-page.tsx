/** The page of an exchange that is closed for maintenance. */
import { formatTime, shellMessages, statusPageMessages } from '@tukar/i18n'
import { navigate } from '../router/state.ts'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './frame.module.css'
import { serverStatus } from './guard.ts'
import { sayer } from './translate.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)
const sayStatus = sayer(statusPageMessages)

/** How often it asks whether it is over (DEC-12). */
const askEveryMs = 30_000

/**
 * The exchange is in maintenance (MAINT-01, MAINT-02); the page asks every 30 s and leaves by itself
 * when it ends, or at once by its button. An exchange that gives no answer is not one that is back.
 */
export function MaintenancePage() {
  const [isAsking, setAsking] = useState(false)
  const [askedAt, setAskedAt] = useState<number | null>(null)
  usePageTitle(say('maintenance'))
  const ask = useCallback(async () => {
    setAsking(true)
    const status = await serverStatus()
    setAsking(false)
    setAskedAt(Date.now())
    if (status === 'open') await navigate({ to: '/', replace: true })
  }, [])
  useEffect(() => {
    const timer = setInterval(() => {
      ask().catch(() => undefined)
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [ask])
  const note =
    askedAt === null
      ? sayStatus('maintenanceAsks')
      : sayStatus('maintenanceAsked', { time: formatTime(askedAt) })
  return (
    <div className={styles['page']}>
      <span className={styles['pageIcon']}>
        <Icon name="tools" size={32} />
      </span>
      <h1>{say('maintenance')}</h1>
      <p>{say('maintenanceText')}</p>
      <p>{sayStatus('maintenanceNote')}</p>
      <div className={styles['pageActions']}>
        <Button
          kind="primary"
          isBusy={isAsking}
          onClick={() => {
            ask().catch(() => undefined)
          }}
        >
          {say('maintenanceAsk')}
        </Button>
      </div>
      <p className={styles['pageNote']} role="status">
        {note}
      </p>
    </div>
  )
}
