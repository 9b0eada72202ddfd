/** Runs work one at a time per key. */

/** Runs work after all earlier work under this key has ended, successfully or not. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Opens the lines; a key is forgotten when nothing of it runs. */
export function createLines(): InLine {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
