/** Runs work one at a time per key. */

/** Runs work after all earlier work under this key has ended, successfully or not. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates the queues; a key is dropped when none of its work is left. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const queued = before.then(work, work)
    last.set(key, queued)
    try {
      return await queued
    } finally {
      if (last.get(key) === queued) last.delete(key)
    }
  }
}
