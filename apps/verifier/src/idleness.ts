/** When a process that nobody asks anything ends. */

export type Idleness = {
  /** From now on it is idle: at its start, and after each call. */
  begin(): void
}

/**
 * Ends what is idle for `idleMs`, unless somebody still waits for it then: it looks again after as long.
 *
 * @param isWaitedFor whether somebody is in the middle of something
 */
export function createIdleness(
  idleMs: number,
  isWaitedFor: () => boolean,
  end: () => void,
): Idleness {
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (isWaitedFor() ? begin() : end()), idleMs)
  }
  return { begin }
}
