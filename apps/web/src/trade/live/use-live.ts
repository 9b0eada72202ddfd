/** Live figures of a part of the page, written before each frame from what the feed knows then. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { afterFrame, createBudget, fullPaceMs } from '../../feed/budget.ts'
import { onFeed, setPace } from '../../feed/store.ts'
import { createPasses } from './passes.ts'

/** The book, the figures around it and all that is drawn with them take this part of the time at most. */
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
  // What a pass costs is its writing, and the style, layout and paint that follow.
  onPassed: () => afterFrame(() => setPace(budget.spent(performance.now() - beganMs))),
})

/**
 * Writes after each rendering of the component, and before each frame after the feed changed. What is
 * written is all that the part shows: whatever came between two frames, the last picture is whole.
 */
export function useLive(write: () => void): void {
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
    write()
  })
  useEffect(() => passes.follow(() => latest.current()), [])
}

/** Writes at once what waits for the next frame. */
export function writeNow(): void {
  passes.flush()
}

/** Writes before the next frame, though nothing new came. */
export function writeSoon(): void {
  passes.ask()
}
