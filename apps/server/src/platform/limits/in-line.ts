/** One after the other: what concerns one subject waits for what began before it. */

/** Runs the work once everything that was begun under this key has ended, however it ended. */
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
