/** Does what is due, over and over, one turn at a time; nothing is lost by a crash between them. */
import type { Log } from '../../../platform/logging/log.ts'

export type Clock = {
  /** Looks at once, not at the next turn. */
  wake(): void
  /** Ends after what it is at. */
  stop(): Promise<void>
}

/** Runs the work now and then; a failure is logged and tried again. */
export function startClock(work: () => Promise<void>, lookMs: number, log: Log): Clock {
  const state = {
    running: Promise.resolve(),
    isRunning: false,
    isAsked: false,
    isFailing: false,
    isStopped: false,
  }
  const run = async (): Promise<void> => {
    while (state.isAsked && !state.isStopped) {
      state.isAsked = false
      await work().then(
        () => (state.isFailing = false),
        (error: unknown) => {
          // Told once, not five times a second for as long as the database is away.
          if (!state.isFailing) log.warn({ error: String(error) }, 'local bank')
          state.isFailing = true
        },
      )
    }
    state.isRunning = false
  }
  const wake = (): void => {
    state.isAsked = true
    if (state.isRunning || state.isStopped) return
    state.isRunning = true
    state.running = run()
  }
  const timer = setInterval(wake, lookMs)
  return {
    wake,
    async stop() {
      state.isStopped = true
      clearInterval(timer)
      await state.running
    },
  }
}
