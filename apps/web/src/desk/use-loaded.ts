/** Data of the server, loaded when a page needs it and reloaded periodically while the operator is active. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../api/request.ts'
import type { CallResult } from './desk-calls.ts'

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: Value }

/** After this time without input, reloading stops, because it would keep an abandoned session alive. */
const awayMs = 5 * 60_000
const againMsDefault = 15_000

let lastTouchedMs = performance.now()
for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, () => void (lastTouchedMs = performance.now()), { passive: true })
}

function isSomebodyHere(): boolean {
  return !document.hidden && performance.now() - lastTouchedMs < awayMs
}

/**
 * Loads when the key changes, and then every 15 seconds or at the given interval while the operator is
 * active. A failed reload keeps the old data. Null loads nothing.
 */
export function useLoaded<Value>(
  key: string | null,
  load: () => Promise<CallResult<Value>>,
  againMs = againMsDefault,
): { readonly loaded: Loaded<Value>; readonly reload: () => void } {
  const [held, setHeld] = useState<{ key: string | null; loaded: Loaded<Value> }>({
    key,
    loaded: { state: 'loading' },
  })
  const newest = useRef({ key, load })
  /** Loads are numbered, so that an overtaken answer does not replace a newer one. */
  const numbers = useRef({ started: 0, shown: 0 })
  useEffect(() => {
    newest.current = { key, load }
  })
  const reload = useCallback(() => {
    const own = newest.current
    if (own.key === null) return
    numbers.current.started += 1
    const no = numbers.current.started
    const settle = (outcome: CallResult<Value>) => {
      if (newest.current.key !== own.key || no < numbers.current.shown) return
      numbers.current.shown = no
      setHeld((before) => {
        if (outcome.ok) return { key: own.key, loaded: { state: 'ready', value: outcome.value } }
        const keepsValue = before.key === own.key && before.loaded.state === 'ready'
        return keepsValue ? before : { key: own.key, loaded: { state: 'error', failure: outcome } }
      })
    }
    own.load().then(settle, () => undefined)
  }, [])
  useEffect(() => {
    reload()
    const timer = setInterval(() => isSomebodyHere() && reload(), againMs)
    return () => clearInterval(timer)
  }, [key, reload, againMs])
  return { loaded: held.key === key ? held.loaded : { state: 'loading' }, reload }
}
