/**
 * Decisions that were made and are not sent yet: for ten seconds each can be taken back. They wait here,
 * outside of any page, so that the operator goes on with the next case. When the console is left they are sent at once.
 */

export const takeBackMs = 10_000

export type PendingDecision = {
  /** Of the case: "withdrawals 7". */
  readonly key: string
  /** What was decided, in words. */
  readonly title: string
  readonly sendAtMs: number
}

export type PendingStore = {
  readonly read: () => readonly PendingDecision[]
  readonly subscribe: (listener: () => void) => () => void
  /** Sends it in ten seconds; a decision about the same case that still waits is replaced. */
  readonly add: (
    decision: { readonly key: string; readonly title: string },
    send: () => void,
  ) => void
  /** Drops one that still waits; false where it was sent already. */
  readonly takeBack: (key: string) => boolean
  /** Sends all that wait, now, each within `around`. */
  readonly flush: (around?: (title: string, send: () => void) => void) => void
}

/** Makes an empty store. */
export function createPending(clock: () => number = Date.now): PendingStore {
  let decisions: readonly PendingDecision[] = []
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const sends = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const become = (next: readonly PendingDecision[]) => {
    decisions = next
    for (const listener of listeners) listener()
  }
  const drop = (key: string): boolean => {
    const timer = timers.get(key)
    if (timer === undefined) return false
    clearTimeout(timer)
    timers.delete(key)
    sends.delete(key)
    become(decisions.filter((one) => one.key !== key))
    return true
  }
  return {
    read: () => decisions,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add({ key, title }, send) {
      drop(key)
      const timer = setTimeout(() => {
        if (drop(key)) send()
      }, takeBackMs)
      timers.set(key, timer)
      sends.set(key, send)
      become([...decisions, { key, title, sendAtMs: clock() + takeBackMs }])
    },
    takeBack: drop,
    flush(around = (_, send) => send()) {
      for (const { key, title } of decisions) {
        const send = sends.get(key)
        if (send !== undefined && drop(key)) around(title, send)
      }
    },
  }
}
