/**
 * What of one's own events came: they are numbered without a gap, so a number that stays away,
 * or a last number that is told and never came, means that something own is to be asked for again.
 */

export type UserSequences = {
  /** A line was opened: whoever looks asks for everything now, and counts from its first number. */
  restart(): void
  /** An own event came; null where the server told no number with it. */
  received(no: number | null): void
  /** The server tells the number of the last one; `isFirst` on a line that opens with it. */
  reported(no: number, isFirst: boolean): void
}

export type UserSequencesEffects = {
  readonly onMissed: () => void
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/** How long a number may be overtaken by later ones. */
export const sequenceGraceMs = 400

/** Numbers of nothing yet. */
export function followUserSequences({ onMissed, setTimer }: UserSequencesEffects): UserSequences {
  /** Everything up to this number is known, null before the first number. */
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
      // What was before the first number that comes, nobody knows: the one that says so was lost.
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
