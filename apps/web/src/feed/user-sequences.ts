/**
 * What of one's own events came: they are numbered without a gap, so a number that stays away,
 * or a last number that is told and never came, means that something own is to be asked for again.
 */

export type OwnNumbers = {
  /** A line was opened: whoever looks asks for everything now, and counts from its first number. */
  open(): void
  /** An own event came; null where the server told no number with it. */
  came(no: number | null): void
  /** The server tells the number of the last one; `isFirst` on a line that opens with it. */
  told(no: number, isFirst: boolean): void
}

export type OwnNumbersEffects = {
  readonly onMissed: () => void
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

/** How long a number may be overtaken by later ones. */
export const ownGraceMs = 400

/** Numbers of nothing yet. */
export function followOwnNumbers({ onMissed, setTimer }: OwnNumbersEffects): OwnNumbers {
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

  function miss(upTo: number): void {
    for (const no of ahead) if (no <= upTo) ahead.delete(no)
    advance(upTo)
    onMissed()
  }

  function look(): void {
    if (through === null || newest <= through || stopTimer !== null) return
    const upTo = newest
    stopTimer = setTimer(() => {
      stopTimer = null
      if (through !== null && through < upTo) miss(upTo)
      look()
    }, ownGraceMs)
  }

  return {
    open() {
      stopTimer?.()
      stopTimer = null
      through = null
      newest = 0
      ahead.clear()
    },
    came(no) {
      if (no === null) return
      newest = Math.max(newest, no)
      // What was before the first number that comes, nobody knows: the one that says so was lost.
      if (through === null) return miss(no)
      if (no <= through) return
      ahead.add(no)
      advance(through)
      look()
    },
    told(no, isFirst) {
      newest = Math.max(newest, no)
      if (through !== null) return look()
      if (isFirst) through = no
      else miss(no)
    },
  }
}
