/** Runs a function soon, but never more often than once in a while: how frames keep their pace. */

export type Pace = {
  /** Asks for a run: at once if the last one is long enough ago, else as soon as it is. */
  readonly ask: () => void
  /** How long between two runs from now on. */
  readonly setIntervalMs: (intervalMs: number) => void
}

/** Returns a pace for `run`; asks that come between two runs become one. */
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
