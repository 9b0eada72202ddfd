/** All parts that write live figures write them in one pass before a frame is drawn, however much came. */

export type Passes = {
  /** Asks for a pass before the next frame. */
  readonly ask: () => void
  /** Does at once what waits for the next frame. */
  readonly flush: () => void
  /** Adds what writes in each pass; what it returns takes it away. */
  readonly follow: (write: () => void) => () => void
}

export type PassesPlan = {
  /** Begins to ask at each change, for all that write; what it returns ends that. */
  readonly listen?: (ask: () => void) => () => void
  readonly nextFrame: (run: () => void) => void
  /** One part that fails does not keep the others from writing. */
  readonly onFailure: (error: unknown) => void
  /** Called after a pass that somebody asked for. */
  readonly onPassed?: () => void
}

/** Returns passes with nobody in them. */
export function createPasses({ listen, nextFrame, onFailure, onPassed }: PassesPlan): Passes {
  const writers = new Set<() => void>()
  let isAsked = false
  const run = () => {
    if (!isAsked) return
    isAsked = false
    for (const write of writers) {
      try {
        write()
      } catch (error) {
        onFailure(error)
      }
    }
  }
  const ask = () => {
    if (isAsked || writers.size === 0) return
    isAsked = true
    nextFrame(() => {
      const isDue = isAsked
      run()
      if (isDue) onPassed?.()
    })
  }
  let stop: (() => void) | undefined
  return {
    ask,
    flush: run,
    follow: (write) => {
      if (writers.size === 0) stop = listen?.(ask)
      writers.add(write)
      return () => {
        // One part that leaves takes nothing from the others.
        if (writers.delete(write) && writers.size === 0) stop?.()
      }
    },
  }
}
