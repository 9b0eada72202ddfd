/** The queue of commands that wait to be applied, first in first out. */
import type { Pending } from './batch.ts'

/** The maximum number of commands, and of their bytes, per journal row. */
const batchCommandsMax = 2_048
const batchBytesMax = 256 * 1_024
/** The maximum number of waiting commands; more are refused immediately (INV-27). */
export const waitingMax = 20_000

export class CommandQueue {
  #waiting: Pending[] = []

  get length(): number {
    return this.#waiting.length
  }

  push(pending: Pending): void {
    this.#waiting.push(pending)
  }

  /** Inserts commands at the front: they have waited longest. */
  putFirst(commands: readonly Pending[]): void {
    this.#waiting = [...commands, ...this.#waiting]
  }

  /** Removes the next batch, within the limits; a suspect command is in a batch of its own. */
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

  /** Removes and returns all commands. */
  clear(): readonly Pending[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}
