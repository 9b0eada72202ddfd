/** Pages for when there is no page: nothing at the address, a failure, maintenance. */
import { shellMessages } from '@tukar/i18n'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './frame.module.css'
import { isMaintenance } from './guard.ts'
import { sayer } from './say.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)

/** How often the maintenance page asks whether it is over (DEC-12). */
const askEveryMs = 30_000

/** Nothing is at this address (DEC-05). */
export function NotFoundPage() {
  usePageTitle(say('notFound'))
  return (
    <div className={styles['page']}>
      <p className={styles['pageMark']} aria-hidden="true">
        404
      </p>
      <h1>{say('notFound')}</h1>
      <p>{say('notFoundText')}</p>
      <div className={styles['pageActions']}>
        <ButtonLink to="/" kind="primary">
          {say('toHome')}
        </ButtonLink>
        <ButtonLink to="/markets">{say('toMarkets')}</ButtonLink>
      </div>
    </div>
  )
}

/** A page threw: says so, says that money is safe, offers to load again. */
export function FailedPage({ error }: ErrorComponentProps) {
  const code = error instanceof Error ? error.name : 'Error'
  usePageTitle(say('errorTitle'))
  return (
    <div className={styles['page']} role="alert">
      <Icon name="warning" size={32} />
      <h1>{say('errorTitle')}</h1>
      <p>{say('errorText')}</p>
      <p>{say('errorCode', { code })}</p>
      <div className={styles['pageActions']}>
        <Button kind="primary" onClick={() => location.reload()}>
          {say('reload')}
        </Button>
      </div>
    </div>
  )
}

/** The exchange is in maintenance; the page leaves by itself when it ends. */
export function MaintenancePage() {
  const router = useRouter()
  usePageTitle(say('maintenance'))
  useEffect(() => {
    const timer = setInterval(() => {
      const leave = async () => {
        if (!(await isMaintenance())) await router.navigate({ to: '/', replace: true })
      }
      leave().catch(() => undefined)
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [router])
  return (
    <div className={styles['page']}>
      <Icon name="refresh" size={32} />
      <h1>{say('maintenance')}</h1>
      <p>{say('maintenanceText')}</p>
      <p>{say('maintenanceNote')}</p>
    </div>
  )
}
