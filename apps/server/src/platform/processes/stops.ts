/** What a process ends when it stops. */
import type { Log } from '../logging/log.ts'

/** What has to be ended, the last begun first. */
export type Stops = {
  /** Adds one; where all was ended already, it is ended at once. */
  readonly push: (end: () => Promise<unknown>) => void
  run(): Promise<void>
}

/** Begins with nothing to end; what cannot be ended is logged. */
export function createStops(log: Log): Stops {
  const ends: (() => Promise<unknown>)[] = []
  let isStopped = false
  const runAll = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) =>
        log.warn({ error: String(error) }, 'could not be stopped'),
      )
  }
  return {
    push(end) {
      ends.push(end)
      if (isStopped) void runAll()
    },
    async run() {
      isStopped = true
      await runAll()
    },
  }
}
