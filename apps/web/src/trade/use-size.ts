/** Measures elements and the window. */
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Height of an element's content box in whole pixels; 0 before it is measured. */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    // Runs before paint, after parents have set their sizes.
    const measure = () => flushSync(() => setHeight(Math.floor(current.clientHeight)))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return height
}

/** Whether a media query matches; the component draws again when it changes. */
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

/** Width of the window in pixels; the component draws again when it changes. */
export function useWindowWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener)
      return () => removeEventListener('resize', listener)
    },
    () => innerWidth,
  )
}

/** Media queries: phones are below the first width; from the second width on, all columns fit. */
export const phoneQuery = '(width < 768px)'
export const fullQuery = '(width >= 1280px)'
