/** The line of commands that wait to be applied, in the order in which they came. */
import type { Pending } from './batch.ts'

/** The most commands, and bytes of commands, in one journal row. */
const batchCommandsMax = 2_048
const batchBytesMax = 256 * 1_024
/** The most commands that wait; more are refused at once (INV-27). */
export const waitingMax = 20_000

export class Line {
  #waiting: Pending[] = []

  get length(): number {
    return this.#waiting.length
  }

  push(pending: Pending): void {
    this.#waiting.push(pending)
  }

  /** Puts commands before all others: they waited longest. */
  putFirst(commands: readonly Pending[]): void {
    this.#waiting = [...commands, ...this.#waiting]
  }

  /** Takes the next batch: what waits, within the limits; a suspect goes alone. */
  take(): readonly Pending[] {
    let bytes = 0
    let count = 0
    for (const pending of this.#waiting) {
      if (count > 0 && (pending.isSuspect || this.#waiting[0]?.isSuspect)) break
      if (count === batchCommandsMax || (count > 0 && bytes >= batchBytesMax)) break
      bytes += pending.bytes.length
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  /** Takes everything. */
  clear(): readonly Pending[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}
