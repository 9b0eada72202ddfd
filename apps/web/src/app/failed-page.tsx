/** The page for when a page failed: it threw, or its file did not come. */
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
import { sayer } from './translate.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)

const mayMend = createMending()

/** How often a page whose file did not come asks for the server. */
const returnEveryMs = 3_000

/** A page threw, or its file did not come: says so, says that money is safe, offers to load again. */
export function FailedPage({ error, reset }: ErrorProps) {
  const isNotLoaded = error instanceof Error && error.message === pageNotLoaded
  const code = isNotLoaded ? pageNotLoaded : error instanceof Error ? error.name : 'Error'
  const noAnswer = say(isNotLoaded ? 'stillDown' : 'networkError')
  const [isAsking, setAsking] = useState(false)
  const [isDown, setDown] = useState(false)
  const isNewer = useNewerVersion() && isNotLoaded
  usePageTitle(say('errorTitle'))
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
      <h1>{say('errorTitle')}</h1>
      <p>{say(isNewer ? 'newerPage' : isNotLoaded ? 'notLoadedText' : 'errorText')}</p>
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

/** Shows the page again where something else had changed its elements: nothing in it is wrong. */
function useMending(error: unknown, reset: () => void): void {
  useLayoutEffect(() => {
    if (!isForeignChange(error) || !mayMend(performance.now())) return
    toast('info', say('mendedTitle'), say('mendedText'))
    reset()
  }, [error, reset])
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
