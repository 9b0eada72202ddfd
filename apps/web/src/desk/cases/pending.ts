/**
 * Decisions that were made and are not sent yet: for ten seconds each can be taken back. They wait here,
 * outside of any page, so that the operator continues with the next case. When the console is left they are sent at
 * once, except those that a passkey or a code must confirm: nobody could give it then, so the caller keeps them.
 */

export const takeBackMs = 10_000

type Decided = {
  /** Of the case: "withdrawals 7". */
  readonly key: string
  /** What was decided, in words. */
  readonly title: string
  /** Whether a passkey or a code has to confirm it. */
  readonly isSigned: boolean
}

export type PendingDecision = Decided & {
  readonly sendAtMs: number
  /** Where in the console it was made. */
  readonly path: string
}

export type PendingStore = {
  readonly read: () => readonly PendingDecision[]
  /** Whether a decision waits to be sent, or was sent and has no answer yet. */
  readonly isOpen: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Sends it in ten seconds; a decision about the same case that still waits is replaced. */
  readonly add: (decision: Decided, send: () => Promise<unknown>) => void
  /** Drops one that still waits; false where it was sent already. */
  readonly takeBack: (key: string) => boolean
  /**
   * Ends all that are open, because the console is left: each that nobody has to confirm is sent now, within `around`.
   *
   * @returns those that wait for a passkey or a code, or are not known to have been answered
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
