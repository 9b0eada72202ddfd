/** Marks on which sides a scrollable row has hidden content, for its styles. */
import { type RefObject, useEffect, useRef } from 'react'

/** Widths are rounded, so smaller differences do not count. */
const slackPx = 1

function findScrollableSides({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const hasBefore = scrollLeft > slackPx
  const hasAfter = scrollLeft + clientWidth < scrollWidth - slackPx
  if (hasBefore) return hasAfter ? 'both' : 'start'
  return hasAfter ? 'end' : 'none'
}

/**
 * Keeps `data-more` of the row: `start`, `end`, `both` or `none`. A change of `count` measures the row again,
 * because the width of its children may change.
 */
export function useMoreBeside<Row extends HTMLElement = HTMLDivElement>(
  count: number,
): RefObject<Row | null> {
  const row = useRef<Row>(null)
  useEffect(() => {
    const { current } = row
    if (current === null || count === 0) return undefined
    const update = () => {
      current.dataset['more'] = findScrollableSides(current)
    }
    const watch = new ResizeObserver(update)
    for (const one of [current, ...current.children]) watch.observe(one)
    current.addEventListener('scroll', update, { passive: true })
    return () => {
      watch.disconnect()
      current.removeEventListener('scroll', update)
    }
  }, [count])
  return row
}
