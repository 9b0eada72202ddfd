/** Ends a process that is idle. */

export type Idleness = {
  /** Starts the idle time: at the start, and after each call. */
  begin(): void
}

/**
 * Ends the process after `idleMs` without calls, unless a verification is under way: then it checks again
 * after the same time.
 *
 * @param isWaitedFor whether a verification is under way
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
