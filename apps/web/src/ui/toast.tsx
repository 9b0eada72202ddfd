/**
 * Toasts: at most 10, newest on top (GEN-13). They stay while the pointer or focus is on them. Screen readers
 * announce errors at once and others when idle.
 */
import { shellMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { pageTranslator } from '../app/translate.ts'
import { classes } from './classes.ts'
import styles from './feedback.module.css'
import { Icon, type IconName } from './icon.tsx'
import { useTopDialog } from './open-dialogs.ts'
import { type Toast, type ToastKind, withToast } from './toast-rule.ts'

export type { ToastKind } from './toast-rule.ts'

/** Errors stay longer, because users react to them. */
const lifeMs: Readonly<Record<ToastKind, number>> = {
  good: 6_000,
  info: 6_000,
  warn: 10_000,
  bad: 12_000,
}

const t = pageTranslator(shellMessages)
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast; returns a function that removes it early. */
export function toast(kind: ToastKind, title: string, text?: ReactNode): () => void {
  lastId += 1
  const id = lastId
  change(withToast(toasts, { id, kind, title, text }))
  return () => dismiss(id)
}

function dismiss(id: number): void {
  change(toasts.filter((entry) => entry.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const icons: Readonly<Record<ToastKind, IconName>> = {
  good: 'check',
  bad: 'warning',
  warn: 'warning',
  info: 'info',
}

/**
 * Renders the toasts, once in the app's frame. While a dialog is open they are inside it, because everything
 * outside is behind its backdrop and cannot be read or pressed.
 */
export function ToastList() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const dialog = useTopDialog()
  const list = (
    <section aria-label={t('notifications')} aria-live="polite" className={styles['list']}>
      {shown.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </section>
  )
  return dialog === null ? list : createPortal(list, dialog)
}

function ToastCard({ entry }: { readonly entry: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, kind } = entry
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismiss(id), lifeMs[kind])
    return () => clearTimeout(timer)
  }, [id, kind, isHeld])
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      data-kind={kind}
      className={classes(styles['toast'], styles[kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[kind]} />
      <div>
        <p className={styles['toastTitle']}>{entry.title}</p>
        {entry.text !== undefined && <div className={styles['toastText']}>{entry.text}</div>}
      </div>
      <button
        type="button"
        className={styles['dismiss']}
        aria-label={t('dismiss')}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
