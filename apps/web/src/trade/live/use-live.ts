/** Live figures of a component, written before each frame from the current state of the feed. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterFrame, createBudget, fullPaceMs } from '../../feed/budget.ts'
import { onFeed, setPace } from '../../feed/store.ts'
import { createPasses } from './passes.ts'

/** The book and the figures drawn with it use at most this share of the time. */
const budget = createBudget({ fastestMs: fullPaceMs, share: 0.2 })

let beganMs = 0

const passes = createPasses({
  listen: onFeed,
  nextFrame: (run) => {
    requestAnimationFrame(() => {
      beganMs = performance.now()
      run()
    })
  },
  onFailure: reportError,
  // The cost of a pass is its writing and the style, layout and paint after it.
  onPassed: () => afterFrame(() => setPace(budget.spent(performance.now() - beganMs))),
})

/**
 * Writes after each rendering of the component, and before each frame after a change of the feed. The writer
 * writes everything that the component shows, so the last frame is complete.
 */
export function useLive(write: () => void): void {
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
    write()
  })
  useEffect(() => passes.follow(() => latest.current()), [])
}

/** Runs a pending pass at once. */
export function writeNow(): void {
  passes.flush()
}

/** Requests a pass without a change of the feed. */
export function writeSoon(): void {
  passes.ask()
}
