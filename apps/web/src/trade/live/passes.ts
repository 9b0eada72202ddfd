/** Runs all writers of live figures in one pass before a frame, however many changes came. */

export type Passes = {
  /** Requests a pass before the next frame. */
  readonly ask: () => void
  /** Runs a requested pass at once. */
  readonly flush: () => void
  /** Adds a writer; the returned function removes it. */
  readonly follow: (write: () => void) => () => void
}

export type PassesPlan = {
  /** Starts to request passes on each change; the returned function stops it. */
  readonly listen?: (ask: () => void) => () => void
  readonly nextFrame: (run: () => void) => void
  /** Called if a writer fails; the others still write. */
  readonly onFailure: (error: unknown) => void
  /** Called after a requested pass. */
  readonly onPassed?: () => void
}

/** Creates passes without writers. */
export function createPasses({ listen, nextFrame, onFailure, onPassed }: PassesPlan): Passes {
  const writers = new Set<() => void>()
  let isRequested = false
  const run = () => {
    if (!isRequested) return
    isRequested = false
    for (const write of writers) {
      try {
        write()
      } catch (error) {
        onFailure(error)
      }
    }
  }
  const ask = () => {
    if (isRequested || writers.size === 0) return
    isRequested = true
    nextFrame(() => {
      const isDue = isRequested
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
        // Removing a writer twice does not affect the others.
        if (writers.delete(write) && writers.size === 0) stop?.()
      }
    },
  }
}
