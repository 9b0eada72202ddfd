/** The resources that a process releases when it stops. */
import type { Log } from '../logging/log.ts'

/** Resources to stop at the end, in reverse order of starting. */
export type Stops = {
  /** Adds a stop function; after `run` it is called immediately. */
  readonly push: (end: () => Promise<unknown>) => void
  run(): Promise<void>
}

/** Creates an empty list; failures to stop are logged. */
export function createStops(log: Log): Stops {
  const ends: (() => Promise<unknown>)[] = []
  let isStopped = false
  const runAll = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse())
      await end().catch((error: unknown) =>
        log.warn({ error: String(error) }, 'a component could not be stopped'),
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
