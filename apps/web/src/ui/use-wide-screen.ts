/** Whether the window is wider than a phone. */
import { useSyncExternalStore } from 'react'

const wide = matchMedia('(width >= 768px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** The component draws again when it changes. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
