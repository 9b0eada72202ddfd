/** Loaded into a server before everything else: on SIGUSR2 it blocks the main thread for a while (FLT-19). */
import { isMainThread } from 'node:worker_threads'

export const blockedMs = 5_000

if (isMainThread) {
  process.on('SIGUSR2', () => {
    const endMs = performance.now() + blockedMs
    // A pause simulates a long garbage collection, in which nothing else runs.
    let kept: number[][] = []
    while (performance.now() < endMs) {
      kept.push(Array.from({ length: 1_000 }, () => 0))
      if (kept.length > 10_000) kept = []
    }
  })
}
