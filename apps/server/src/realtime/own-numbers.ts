/**
 * A number of each listening user's own events, without a gap, so that his page knows which of them it
 * never got. The last number is told when it changed, and once more in case that was lost.
 */

/** How often a number is told once nothing new comes. */
const tellings = 2

export type OwnNumbers = {
  /** Counts one more event of the user; returns its number, 1 for the first. */
  next(userId: number): number
  /** Number of the user's last event, 0 before the first; to be told once more after this. */
  greet(userId: number): number
  /** The user has no socket any more. */
  forget(userId: number): void
  /** Whose last number is to be told now, and which it is. */
  takeDue(): readonly { readonly userId: number; readonly no: number }[]
}

/** Numbers of nobody yet. */
export function createOwnNumbers(): OwnNumbers {
  const numbers = new Map<number, number>()
  /** How often each is still to be told: only those who have to be told at all. */
  const due = new Map<number, number>()
  return {
    next(userId) {
      const no = (numbers.get(userId) ?? 0) + 1
      numbers.set(userId, no)
      due.set(userId, tellings)
      return no
    },
    greet(userId) {
      due.set(userId, Math.max(due.get(userId) ?? 0, 1))
      return numbers.get(userId) ?? 0
    },
    forget(userId) {
      numbers.delete(userId)
      due.delete(userId)
    },
    takeDue() {
      const told = [...due.keys()].map((userId) => ({ userId, no: numbers.get(userId) ?? 0 }))
      for (const [userId, left] of due) {
        if (left > 1) due.set(userId, left - 1)
        else due.delete(userId)
      }
      return told
    },
  }
}
