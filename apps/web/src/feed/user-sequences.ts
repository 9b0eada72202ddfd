/**
 * Detects user events that were missed. They are numbered without gaps. A number that does not arrive,
 * or an announced last number that never came, means that user data must be loaded again.
 */

export type UserSequences = {
  /** A connection was opened: the page loads everything then, and counting starts at the first number. */
  restart(): void
  /** A user event came; null if it has no number. */
  received(no: number | null): void
  /** The server reported the last number; `isFirst` is true for the report at the opening. */
  reported(no: number, isFirst: boolean): void
}

export type UserSequencesEffects = {
  readonly onMissed: () => void
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/** How long later numbers may arrive before an earlier one. */
export const sequenceGraceMs = 400

/** Creates the sequences, without a number yet. */
export function followUserSequences({ onMissed, setTimer }: UserSequencesEffects): UserSequences {
  /** Everything up to this number was received; null before the first number. */
  let through: number | null = null
  let newest = 0
  const ahead = new Set<number>()
  let stopTimer: (() => void) | null = null

  function advance(from: number): void {
    let no = from
    while (ahead.delete(no + 1)) no += 1
    through = no
  }

  function skipTo(upTo: number): void {
    for (const no of ahead) if (no <= upTo) ahead.delete(no)
    advance(upTo)
    onMissed()
  }

  function checkLater(): void {
    if (through === null || newest <= through || stopTimer !== null) return
    const upTo = newest
    stopTimer = setTimer(() => {
      stopTimer = null
      if (through !== null && through < upTo) skipTo(upTo)
      checkLater()
    }, sequenceGraceMs)
  }

  return {
    restart() {
      stopTimer?.()
      stopTimer = null
      through = null
      newest = 0
      ahead.clear()
    },
    received(no) {
      if (no === null) return
      newest = Math.max(newest, no)
      // Events before the first number are unknown: the report of the opening was lost.
      if (through === null) return skipTo(no)
      if (no <= through) return
      ahead.add(no)
      advance(through)
      checkLater()
    },
    reported(no, isFirst) {
      newest = Math.max(newest, no)
      if (through !== null) return checkLater()
      if (isFirst) through = no
      else skipTo(no)
    },
  }
}
