/**
 * The worker of a state machine, on the leader alone. It claims due rows and advances some of them at a time.
 * It can be woken, and also polls, so that lost wake-ups do no harm.
 */
import type { EngineStatus } from '../../../engine/index.ts'

export type WorkerDeps = {
  readonly status: () => Pick<EngineStatus, 'state' | 'epoch'>
  /** Runs before the first rows of an epoch: releases the claims of the former writer. */
  readonly begin: (epoch: number) => Promise<void>
  /** Makes rows due about which counterparties sent news. */
  readonly applyNews: (epoch: number) => Promise<void>
  /** Claims due rows and returns their passes. */
  readonly claim: (epoch: number, max: number) => Promise<readonly (() => Promise<void>)[]>
  readonly onError: (error: unknown) => void
}

export type Worker = {
  /** Processes due rows at once. */
  wake(): void
  /** Stops the worker once the running passes end. */
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
    // A failure to apply news does not stop the passes.
    await deps.applyNews(epoch).catch(deps.onError)
    const free = passesAtOnceMax - running.size
    if (free > 0) for (const pass of await deps.claim(epoch, free)) start(pass)
  }
  const wake = (): void => {
    isWoken = true
    ring?.()
  }
  /** Waits for a wake-up or the next poll. */
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
