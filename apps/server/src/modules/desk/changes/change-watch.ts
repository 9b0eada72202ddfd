/** Looks from time to time for changes that a kill left undone, and for those that nobody decided about. */
import type { Log } from '../../../platform/logging/log.ts'
import type { Changes } from './changes.ts'

const intervalMs = 5_000

/** Looks from now on; returns what ends it. */
export function watchChanges(
  changes: Pick<Changes, 'finish'>,
  log: Log,
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = (): void => {
    running ??= changes
      .finish()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'changes of the console'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(run, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
