/** The keys of the console: single letters, and only where nobody types. */
import { useEffect, useRef } from 'react'

export type KeyActions = Readonly<Record<string, () => void>>

/** Calls what stands under a key's name, in small letters, while the page is shown. */
export function useKeys(actions: KeyActions): void {
  const newest = useRef(actions)
  useEffect(() => {
    newest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && isTyped(event.target)) return
      const action = newest.current[event.key.toLowerCase()]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Whether a key belongs to the element that has the focus, or to a dialog. */
function isTyped(element: Element): boolean {
  return element.closest('input, textarea, select, dialog, [contenteditable]') !== null
}
