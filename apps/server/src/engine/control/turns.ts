/** Work that must not overlap. */

/** Runs a task after all tasks queued before it have ended, whether they succeeded or failed. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A queue of tasks that run one at a time: a database connection answers one query at a time. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}

/** A task for a timer: while one run is under way, no other is started. */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } finally {
      isRunning = false
    }
  }
}
