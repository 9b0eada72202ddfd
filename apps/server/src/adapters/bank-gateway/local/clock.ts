/**
 * Runs due work in a loop, one pass at a time. The work is stored in the database, so that a crash loses
 * nothing.
 */
import type { Log } from '../../../platform/logging/log.ts'

export type Clock = {
  /** Starts a pass now, without waiting for the timer. */
  wake(): void
  /** Stops after the current pass. */
  stop(): Promise<void>
}

/** Runs the work every `intervalMs` milliseconds. A failure is logged, and the next pass tries again. */
export function startClock(work: () => Promise<void>, intervalMs: number, log: Log): Clock {
  const state = {
    running: Promise.resolve(),
    isRunning: false,
    isRequested: false,
    isFailing: false,
    isStopped: false,
  }
  const run = async (): Promise<void> => {
    while (state.isRequested && !state.isStopped) {
      state.isRequested = false
      await work().then(
        () => (state.isFailing = false),
        (error: unknown) => {
          // Logs once per outage, not on each of five passes a second.
          if (!state.isFailing)
            log.warn(
              { error: String(error) },
              'a pass of the local bank failed, the next one tries again',
            )
          state.isFailing = true
        },
      )
    }
    state.isRunning = false
  }
  const wake = (): void => {
    state.isRequested = true
    if (state.isRunning || state.isStopped) return
    state.isRunning = true
    state.running = run()
  }
  const timer = setInterval(wake, intervalMs)
  return {
    wake,
    async stop() {
      state.isStopped = true
      clearInterval(timer)
      await state.running
    },
  }
}
