/** Runs a function soon, but at most once per interval: this limits the rate of frames. */

export type Pace = {
  /** Requests a run: at once if the interval has passed, else when it passes. */
  readonly ask: () => void
  /** Sets the interval between two runs. */
  readonly setIntervalMs: (intervalMs: number) => void
}

/** Creates a pace for `run`; several requests between two runs become one. */
export function createPace(run: () => void, firstIntervalMs: number): Pace {
  let intervalMs = firstIntervalMs
  let lastMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null
  const fire = () => {
    timer = null
    lastMs = performance.now()
    run()
  }
  return {
    ask: () => {
      if (timer !== null) return
      const waitMs = lastMs + intervalMs - performance.now()
      if (waitMs <= 0) fire()
      else timer = setTimeout(fire, waitMs)
    },
    setIntervalMs: (nextMs) => {
      intervalMs = nextMs
      if (timer === null) return
      clearTimeout(timer)
      timer = setTimeout(fire, Math.max(0, lastMs + nextMs - performance.now()))
    },
  }
}
