/** The decisions that are sent in a moment, each with the way to take it back. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { outlivePage } from '../api/request.ts'
import { keepingLeft } from './leaving/leaving.ts'
import { TextButton } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { createPending, type PendingDecision } from './pending.ts'
import styles from './desk.module.css'
import { say } from './texts.ts'

/** The decisions of this page. */
export const pending = createPending()

/** Them, kept current. */
export function usePending(): readonly PendingDecision[] {
  return useSyncExternalStore(pending.subscribe, pending.read)
}

const tickMs = 500

/** A strip at the foot of the page; nothing where nothing waits. */
export function PendingStrip({ userId }: { readonly userId: number }) {
  const decisions = usePending()
  const [nowMs, setNowMs] = useState(Date.now)
  const isWaiting = decisions.length > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const leave = () =>
      outlivePage(() => {
        pending.flush((title, send) => keepingLeft({ userId, title }, send))
      })
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('beforeunload', warn)
    }
  }, [isWaiting, userId])
  if (!isWaiting) return null
  return (
    <ul className={styles['pending']}>
      {decisions.map(({ key, title, sendAtMs }) => {
        const seconds = Math.max(0, Math.ceil((sendAtMs - nowMs) / 1_000))
        return (
          <li key={key}>
            <span>{say('sentSoon', { what: title, seconds })}</span>
            <TextButton
              onClick={() => {
                if (pending.takeBack(key)) toast('info', say('takenBack', { what: title }))
              }}
            >
              {say('takeBack')}
            </TextButton>
          </li>
        )
      })}
    </ul>
  )
}
