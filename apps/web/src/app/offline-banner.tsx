/** Says below the navigation that the device has no network; what is shown stays as it was. */
import { shellMessages } from '@tukar/i18n'
import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useRootMark } from '../ui/root-mark.ts'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device says that it is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/** The banner; nothing while there is a network. */
export function OfflineBanner() {
  const isOnline = useOnline()
  useRootMark('offline', !isOnline)
  if (isOnline) return null
  return (
    <div className={styles['offline']} role="alert">
      <Icon name="warning" size={16} />
      {say('offline')}
    </div>
  )
}
