/**
 * The decisions that will be sent shortly, each with a button to withdraw it. While one is pending, the
 * browser asks before the page closes; unsent decisions are stored (`unsent`).
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { outlivePage } from '../../api/request.ts'
import { TextButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { withLeaving } from '../unsent/resending.ts'
import { storeDecisions, toUnsentDecision } from '../unsent/decision-store.ts'
import { createPending, type PendingDecision } from './pending.ts'
import { t } from '../texts.ts'

/** The pending decisions of this page. */
export const pending = createPending(() => location.pathname)

/** The pending decisions, kept current. */
export function usePending(): readonly PendingDecision[] {
  return useSyncExternalStore(pending.subscribe, pending.read)
}

const tickMs = 500

/** Asks before the page closes while a decision is pending, and stores unsent decisions. */
function useLeaving(userId: number): void {
  const isOpen = useSyncExternalStore(pending.subscribe, pending.isOpen)
  useEffect(() => {
    if (!isOpen) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const leave = () =>
      outlivePage(() => {
        const unsent = pending.leave(({ title, path }, send) =>
          withLeaving({ userId, title, place: path }, send),
        )
        storeDecisions(unsent.map((decision) => toUnsentDecision(userId, decision)))
      })
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('beforeunload', warn)
    }
  }, [isOpen, userId])
}

/** A strip at the bottom of the page; empty if no decision is pending. */
export function PendingStrip({ userId }: { readonly userId: number }) {
  useLeaving(userId)
  const decisions = usePending()
  const [nowMs, setNowMs] = useState(Date.now)
  const isWaiting = decisions.length > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (!isWaiting) return null
  return (
    <ul className={styles['pending']}>
      {decisions.map(({ key, title, sendAtMs }) => {
        const seconds = Math.max(0, Math.ceil((sendAtMs - nowMs) / 1_000))
        return (
          <li key={key}>
            <span>{t('sentSoon', { what: title, seconds })}</span>
            <TextButton
              onClick={() => {
                if (pending.takeBack(key)) toast('info', t('takenBack', { what: title }))
              }}
            >
              {t('takeBack')}
            </TextButton>
          </li>
        )
      })}
    </ul>
  )
}
