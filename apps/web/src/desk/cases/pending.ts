/**
 * Decisions that were made but not sent yet: each can be withdrawn for ten seconds. They are stored outside
 * any page, so that the operator can open the next case. When the console closes they are sent at once.
 * Decisions that need a passkey or a code cannot be confirmed then, so the caller stores them.
 */

export const takeBackMs = 10_000

type Decided = {
  /** The key of the case: "withdrawals 7". */
  readonly key: string
  /** The text of the decision. */
  readonly title: string
  /** Whether it needs a passkey or a code. */
  readonly isSigned: boolean
}

export type PendingDecision = Decided & {
  readonly sendAtMs: number
  /** The console's path where it was made. */
  readonly path: string
}

export type PendingStore = {
  readonly read: () => readonly PendingDecision[]
  /** Whether a decision waits to be sent, or has no answer yet. */
  readonly isOpen: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Sends the decision in ten seconds; replaces a pending decision about the same case. */
  readonly add: (decision: Decided, send: () => Promise<unknown>) => void
  /** Withdraws a pending decision; false if it was already sent. */
  readonly takeBack: (key: string) => boolean
  /**
   * Ends all pending decisions because the console closes: decisions without confirmation are sent now,
   * within `around`.
   *
   * @returns those that need a passkey or a code, and those without an answer
   */
  readonly leave: (
    around?: (decision: PendingDecision, send: () => void) => void,
  ) => readonly PendingDecision[]
}

type Entry = PendingDecision & {
  readonly timer: ReturnType<typeof setTimeout>
  readonly send: () => Promise<unknown>
}

/** Makes an empty store. */
export function createPending(pathNow: () => string, clock: () => number = Date.now): PendingStore {
  let waiting: readonly Entry[] = []
  let sent: readonly Entry[] = []
  const listeners = new Set<() => void>()
  const become = (next: readonly Entry[], nextSent = sent) => {
    waiting = next
    sent = nextSent
    for (const listener of listeners) listener()
  }
  const drop = (key: string): Entry | undefined => {
    const entry = waiting.find((one) => one.key === key)
    if (entry === undefined) return undefined
    clearTimeout(entry.timer)
    become(waiting.filter((one) => one !== entry))
    return entry
  }
  const send = (entry: Entry) => {
    become(
      waiting.filter((one) => one !== entry),
      [...sent, entry],
    )
    const settle = () =>
      become(
        waiting,
        sent.filter((one) => one !== entry),
      )
    entry.send().then(settle, settle)
  }
  return {
    read: () => waiting,
    isOpen: () => waiting.length > 0 || sent.length > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(decided, sendIt) {
      drop(decided.key)
      const sendAtMs = clock() + takeBackMs
      const timer = setTimeout(() => send(entry), takeBackMs)
      const entry: Entry = { ...decided, sendAtMs, path: pathNow(), timer, send: sendIt }
      become([...waiting, entry])
    },
    takeBack: (key) => drop(key) !== undefined,
    leave(around = (_, action) => action()) {
      const left = [...sent, ...waiting].filter(({ isSigned }) => isSigned)
      for (const entry of waiting) {
        clearTimeout(entry.timer)
        if (!entry.isSigned) around(entry, () => send(entry))
      }
      become([], [])
      return left
    },
  }
}
