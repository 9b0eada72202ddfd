/** Limits how often the chart is drawn: at a rate that the device can keep, and only while it is visible. */
import { afterFrame, createBudget } from '../feed/budget.ts'
import { createPace } from '../feed/throttle.ts'

/** At most four drawings a second: a growing candle is not read as a figure. */
const fastestMs = 250
const share = 0.1

/**
 * Returns a function that requests a drawing; while the chart is hidden, the drawing waits until it is
 * visible.
 */
export function paceInView(element: Element, draw: () => void): () => void {
  const budget = createBudget({ fastestMs, share })
  let isSeen = true
  let isRequested = false
  const pace = createPace(() => {
    if (!isRequested || !isSeen) return
    isRequested = false
    requestAnimationFrame(() => {
      const beganMs = performance.now()
      afterFrame(() => pace.setIntervalMs(budget.spent(performance.now() - beganMs)))
    })
    draw()
  }, fastestMs)
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true
    if (isSeen && isRequested) pace.ask()
  }).observe(element)
  return () => {
    isRequested = true
    if (isSeen) pace.ask()
  }
}
