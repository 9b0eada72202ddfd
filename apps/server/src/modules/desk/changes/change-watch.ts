/** Regularly completes changes that a crash interrupted, and expires those without a decision. */
import type { Log } from '../../../platform/logging/log.ts'
import type { ChangeService } from './changes.ts'

const intervalMs = 5_000

/** Starts the work; returns a handle that stops it. */
export function watchChanges(
  changes: Pick<ChangeService, 'finish'>,
  log: Log,
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const run = (): void => {
    running ??= changes
      .finish()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'completing interrupted changes failed'),
      )
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
