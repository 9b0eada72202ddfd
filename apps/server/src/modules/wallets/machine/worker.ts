/**
 * The worker of the machine, on the leader alone: takes rows that are due and looks at them, some at a
 * time. It is woken by whoever has news and looks by itself as well, so that what was lost is found.
 */
import type { EngineStatus } from '../../../engine/index.ts'

export type WorkerDeps = {
  readonly status: () => Pick<EngineStatus, 'state' | 'epoch'>
  /** Before the first rows of an epoch: ends the looks of the writer before. */
  readonly begin: (epoch: number) => Promise<void>
  /** Turns news from outside into rows that are due. */
  readonly applyNews: (epoch: number) => Promise<void>
  /** Takes due rows and gives the looks at them. */
  readonly claim: (epoch: number, max: number) => Promise<readonly (() => Promise<void>)[]>
  readonly onError: (error: unknown) => void
}

export type Worker = {
  /** Looks at once at what is due. */
  wake(): void
  /** Ends it once the looks under way are over. */
  stop(): Promise<void>
}

const pollMs = 1_000
const passesAtOnceMax = 16

/** Starts the worker. */
export function startWorker(deps: WorkerDeps): Worker {
  const running = new Set<Promise<void>>()
  const life = { isStopped: false }
  let isWoken = false
  let ring: (() => void) | null = null
  let begun = 0

  const start = (pass: () => Promise<void>): void => {
    const run: Promise<void> = pass()
      .catch(deps.onError)
      .finally(() => {
        running.delete(run)
        wake()
      })
    running.add(run)
  }
  const round = async (): Promise<void> => {
    const { state, epoch } = deps.status()
    if (state !== 'leading') return
    if (begun !== epoch) {
      await deps.begin(epoch)
      begun = epoch
    }
    // News that cannot be taken keeps nobody from looking by himself.
    await deps.applyNews(epoch).catch(deps.onError)
    const free = passesAtOnceMax - running.size
    if (free > 0) for (const look of await deps.claim(epoch, free)) start(look)
  }
  const wake = (): void => {
    isWoken = true
    ring?.()
  }
  /** Waits for the bell, or for the next look by itself. */
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, pollMs)
      function done(): void {
        clearTimeout(timer)
        ring = null
        resolve()
      }
      ring = done
      if (isWoken || life.isStopped) done()
    })
  const loop = async (): Promise<void> => {
    while (!life.isStopped) {
      isWoken = false
      await round().catch(deps.onError)
      await sleep()
    }
    await Promise.all(running)
  }
  const ended = loop()
  return {
    wake,
    async stop() {
      life.isStopped = true
      wake()
      await ended
    },
  }
}
