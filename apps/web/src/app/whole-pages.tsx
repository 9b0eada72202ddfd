/** Pages for when there is no page: nothing at the address, a failure, maintenance. */
import { formatTime, shellMessages } from '@tukar/i18n'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './frame.module.css'
import { serverStatus } from './guard.ts'
import { pageNotLoaded, reloadIfReachable, reloadOnce } from './page-file.ts'
import { sayer } from './say.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)

/** How often the maintenance page asks whether it is over (DEC-12). */
const askEveryMs = 30_000
/** How often a page whose file did not come asks for the server. */
const returnEveryMs = 3_000

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

/** A page threw, or its file did not come: says so, says that money is safe, offers to load again. */
export function FailedPage({ error }: ErrorComponentProps) {
  const isNotLoaded = error instanceof Error && error.message === pageNotLoaded
  const code = isNotLoaded ? pageNotLoaded : error instanceof Error ? error.name : 'Error'
  const noAnswer = say(isNotLoaded ? 'stillDown' : 'networkError')
  const [isAsking, setAsking] = useState(false)
  const [isDown, setDown] = useState(false)
  usePageTitle(say('errorTitle'))
  useReturn(isNotLoaded)
  const retry = async () => {
    setAsking(true)
    setDown(!(await reloadIfReachable()))
    setAsking(false)
  }
  return (
    <div className={styles['page']} role="alert">
      <span className={styles['pageIcon']} data-tone="warn">
        <Icon name="warning" size={32} />
      </span>
      <h1>{say('errorTitle')}</h1>
      <p>{say(isNotLoaded ? 'notLoadedText' : 'errorText')}</p>
      <p>{isDown && !isAsking ? noAnswer : say('errorCode', { code })}</p>
      <div className={styles['pageActions']}>
        <Button
          kind="primary"
          isBusy={isAsking}
          onClick={() => {
            retry().catch(() => setAsking(false))
          }}
        >
          {say('reload')}
        </Button>
      </div>
    </div>
  )
}

/** Loads the page whose file did not come as soon as the server answers again. */
function useReturn(isNotLoaded: boolean): void {
  useEffect(() => {
    if (!isNotLoaded) return undefined
    const ask = () => {
      reloadOnce().catch(() => undefined)
    }
    ask()
    const timer = setInterval(ask, returnEveryMs)
    return () => clearInterval(timer)
  }, [isNotLoaded])
}

/**
 * The exchange is in maintenance (MAINT-01, MAINT-02); the page asks every 30 s and leaves by itself
 * when it ends, or at once by its button. An exchange that gives no answer is not one that is back.
 */
export function MaintenancePage() {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [askedAt, setAskedAt] = useState<number | null>(null)
  usePageTitle(say('maintenance'))
  const ask = useCallback(async () => {
    setAsking(true)
    const status = await serverStatus()
    setAsking(false)
    setAskedAt(Date.now())
    if (status === 'open') await router.navigate({ to: '/', replace: true })
  }, [router])
  useEffect(() => {
    const timer = setInterval(() => {
      ask().catch(() => undefined)
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [ask])
  const note =
    askedAt === null
      ? say('maintenanceAsks')
      : say('maintenanceAsked', { time: formatTime(askedAt) })
  return (
    <div className={styles['page']}>
      <span className={styles['pageIcon']}>
        <Icon name="tools" size={32} />
      </span>
      <h1>{say('maintenance')}</h1>
      <p>{say('maintenanceText')}</p>
      <p>{say('maintenanceNote')}</p>
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
