/**
 * The chart in full screen (CHART-03) without moving its frame, which would reload it: the box enters the
 * browser's top layer in place, and everything else becomes inert.
 */
import { type RefObject, useCallback, useEffect, useState } from 'react'

export type FullScreen = {
  readonly isOn: boolean
  readonly enter: () => void
  readonly leave: () => void
}

/** Full screen for a box with `popover="manual"`; Escape in the page or the chart leaves it. */
export function useFullScreen(box: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!isOn || element === null) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOn(false)
    }
    const release = putOutOfReach(element)
    const { overflow } = document.documentElement.style
    element.showPopover()
    document.documentElement.style.overflow = 'hidden'
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      document.documentElement.style.overflow = overflow
      element.hidePopover()
      release()
    }
  }, [box, isOn])
  const enter = useCallback(() => setOn(true), [])
  const leave = useCallback(() => setOn(false), [])
  return { isOn, enter, leave }
}

/** Makes everything around an element inert; returns a function that restores it. */
function putOutOfReach(element: HTMLElement): () => void {
  const around: HTMLElement[] = []
  for (let inner = element; inner.parentElement !== null; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling === inner || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      around.push(sibling)
    }
    if (inner.parentElement === document.body) break
  }
  return () => {
    for (const sibling of around) sibling.inert = false
  }
}
