/** What the page measures of itself. */
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Height of an element's content box in whole pixels, kept current; 0 before it is measured. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    // Told once the page around it has its sizes, which parents give after this, and before the paint.
    const measure = () => flushSync(() => setHeight(Math.floor(current.clientHeight)))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return height
}

/** Whether a media query holds, kept current. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Width of the window in pixels, kept current. */
export function useWindowWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener)
      return () => removeEventListener('resize', listener)
    },
    () => innerWidth,
  )
}

/** Widths below which the page is a phone's, and from which it has all its columns. */
export const phoneQuery = '(width < 768px)'
export const fullQuery = '(width >= 1280px)'
