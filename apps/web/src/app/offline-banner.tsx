/** Tells below the navigation that the device is offline; shown data stays. */
import { shellMessages } from '@tukar/i18n'
import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useRootMark } from '../ui/root-mark.ts'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** The banner; empty while the device is online. */
export function OfflineBanner() {
  const isOnline = useOnline()
  useRootMark('offline', !isOnline)
  if (isOnline) return null
  return (
    <div className={styles['offline']} role="alert">
      <Icon name="warning" size={16} />
      {t('offline')}
    </div>
  )
}
