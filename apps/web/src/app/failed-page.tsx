/** The page after a failure: the page threw, or its file did not load. */
import { shellMessages } from '@tukar/i18n'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createMending, isForeignChange } from '../foreign/mending.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import type { ErrorProps } from '../router/catch-boundary.tsx'
import styles from './frame.module.css'
import { useNewerVersion } from './newer/newer-version.ts'
import { pageNotLoaded, reloadIfReachable, reloadOnce } from './page-file.ts'
import { pageTranslator } from './translate.ts'
import { usePageTitle } from './title.ts'

const t = pageTranslator(shellMessages)

const mayMend = createMending()

/** How often a page whose file did not load checks the server. */
const returnEveryMs = 3_000

/** Shows the failure, that money is safe, and a button to reload. */
export function FailedPage({ error, reset }: ErrorProps) {
  const isNotLoaded = error instanceof Error && error.message === pageNotLoaded
  const code = isNotLoaded ? pageNotLoaded : error instanceof Error ? error.name : 'Error'
  const noAnswer = t(isNotLoaded ? 'stillDown' : 'networkError')
  const [isAsking, setAsking] = useState(false)
  const [isDown, setDown] = useState(false)
  const isNewer = useNewerVersion() && isNotLoaded
  usePageTitle(t('errorTitle'))
  useReturn(isNotLoaded)
  useMending(error, reset)
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
      <h1>{t('errorTitle')}</h1>
      <p>{t(isNewer ? 'newerPage' : isNotLoaded ? 'notLoadedText' : 'errorText')}</p>
      <p>{isDown && !isAsking ? noAnswer : t('errorCode', { code })}</p>
      <div className={styles['pageActions']}>
        <Button
          kind="primary"
          isBusy={isAsking}
          onClick={() => {
            retry().catch(() => setAsking(false))
          }}
        >
          {t('reload')}
        </Button>
      </div>
    </div>
  )
}

/** Renders the page again if another program changed its elements: the page itself has no fault. */
function useMending(error: unknown, reset: () => void): void {
  useLayoutEffect(() => {
    if (!isForeignChange(error) || !mayMend(performance.now())) return
    toast('info', t('mendedTitle'), t('mendedText'))
    reset()
  }, [error, reset])
}

/** Reloads a page whose file did not load as soon as the server answers. */
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
