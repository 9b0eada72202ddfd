/** Whether the console has the width of a desk: narrower it is read, not decided on. */
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
