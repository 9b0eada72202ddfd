/**
 * Loads the key handling once the page is rendered, or at the first key press. Presses before that are stored
 * and handled after loading.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createResource, wantAgain } from '../../api/resource.ts'
import { whenIdle } from '../../app/after-paint.ts'
import { isField } from '../../ui/is-field.ts'
import { findAction } from './key-map.ts'
import { currentKeys } from './key-store.ts'
import type { PageKeysProps } from './page-keys.tsx'

const keysFile = createResource(async () => (await import('./page-keys.tsx')).PageKeys)

/** Listens once its file has loaded; without it the page is used by pointer. */
export function LaterKeys(props: PageKeysProps) {
  const file = useSyncExternalStore(keysFile.subscribe, keysFile.read)
  const isThere = file.state === 'ready'
  const early = useRef<KeyboardEvent[]>([])
  useEffect(() => whenIdle(() => wantAgain(keysFile)), [])
  // Runs after the effects of the loaded part, which listens by then.
  useEffect(() => {
    if (isThere) return pressAgain(early.current)
    const keep = (event: KeyboardEvent) => {
      if (!isMeant(event)) return
      event.preventDefault()
      early.current.push(event)
      wantAgain(keysFile)
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [isThere])
  if (file.state !== 'ready') return null
  const PageKeys = file.value
  return <PageKeys {...props} />
}

/** Whether a press is one of the page's keys; fields keep theirs. */
function isMeant(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event
  const { isOn, keys } = currentKeys()
  if (!isOn || defaultPrevented || !(target instanceof HTMLElement)) return false
  return !isField(target) && findAction(event, keys) !== null
}

/** Dispatches the stored presses at their targets and clears them. */
function pressAgain(events: KeyboardEvent[]): void {
  for (const { target, key, code, shiftKey } of events.splice(0)) {
    const pressed = { key, code, shiftKey, bubbles: true, cancelable: true }
    target?.dispatchEvent(new KeyboardEvent('keydown', pressed))
  }
}
