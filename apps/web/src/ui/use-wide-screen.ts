/** Whether the window has room for more than a phone shows. */
import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 768px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Kept current. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
