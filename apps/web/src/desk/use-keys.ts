/** The keyboard shortcuts of the console: single letters, ignored while the user types. */
import { useEffect, useRef } from 'react'

export type KeyActions = Readonly<Record<string, () => void>>

/** Calls the action of a pressed key, in lower case, while the page is shown. */
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

/** Whether a key belongs to the focused element, or to a dialog. */
function isTyped(element: Element): boolean {
  return element.closest('input, textarea, select, dialog, [contenteditable]') !== null
}
