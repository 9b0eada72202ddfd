/** How often the chart is drawn: at its own pace, which the device can keep, and only where it is seen. */
import { afterFrame, createBudget } from '../feed/budget.ts'
import { createPace } from '../feed/throttle.ts'

/** Four pictures a second: a candle that grows is no figure to be read. */
const fastestMs = 250
const share = 0.1

/** Returns what asks for a drawing; one that nobody sees is done when the chart comes into view. */
export function paceInView(element: Element, draw: () => void): () => void {
  const budget = createBudget({ fastestMs, share })
  let isSeen = true
  let isAsked = false
  const pace = createPace(() => {
    if (!isAsked || !isSeen) return
    isAsked = false
    requestAnimationFrame(() => {
      const beganMs = performance.now()
      afterFrame(() => pace.setIntervalMs(budget.spent(performance.now() - beganMs)))
    })
    draw()
  }, fastestMs)
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true
    if (isSeen && isAsked) pace.ask()
  }).observe(element)
  return () => {
    isAsked = true
    if (isSeen) pace.ask()
  }
}
