/**
 * A gapless sequence number of each listening user's events, so that the page knows which ones it missed
 * . The last number is sent after a change, and repeated in case that message was lost.
 */

/** How often a number is sent after its last change. */
const repeats = 2

export type UserSequences = {
  /** Counts one more event of the user; returns its number, 1 for the first. */
  next(userId: number): number
  /** Number of the user's last event, 0 before the first; it will be repeated once. */
  greet(userId: number): number
  /** The user has no connection left. */
  forget(userId: number): void
  /** The users whose last number is due to be sent, with the number. */
  takeDue(): readonly { readonly userId: number; readonly no: number }[]
}

/** No users yet. */
export function createUserSequences(): UserSequences {
  const numbers = new Map<number, number>()
  /** How often each number must still be sent; only users with a due number. */
  const due = new Map<number, number>()
  return {
    next(userId) {
      const no = (numbers.get(userId) ?? 0) + 1
      numbers.set(userId, no)
      due.set(userId, repeats)
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
      const pending = [...due.keys()].map((userId) => ({ userId, no: numbers.get(userId) ?? 0 }))
      for (const [userId, left] of due) {
        if (left > 1) due.set(userId, left - 1)
        else due.delete(userId)
      }
      return pending
    },
  }
}
