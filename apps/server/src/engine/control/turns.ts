/** Work that must not overlap. */

/** Runs a work once all works given before have ended, whatever came of them. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A line of works, one at a time: a connection of the database answers one question at a time. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}

/** A work to be begun now and then; while one run lasts, none is begun. */
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
