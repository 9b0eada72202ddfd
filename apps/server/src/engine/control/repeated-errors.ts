/** Distinguishes transient errors, such as those of a connection, from permanent ones. */
import { CommandBroke } from '../committing/batch.ts'
import { JournalCollision } from '../journal.ts'
import { LeaseLost } from './lease.ts'
import { WatermarkMoved } from '../projector/index.ts'

/** After this many equal permanent errors in a row, the engine gives up. */
const sameErrorMax = 5
/** SQLSTATE classes of transient errors: connection, rollback, resources, locks, operator, system. */
const passingClasses = new Set(['08', '25', '40', '53', '55', '57', '58'])
const connectionWords = /connection|timeout|terminated|not queryable|was closed/i

/** Whether an error is transient, like errors of connections and locks. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Conflicts with other engines, and commands that are set aside after the second error.
  if (error instanceof JournalCollision || error instanceof WatermarkMoved) return true
  if (error instanceof CommandBroke || error instanceof LeaseLost) return true
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    return passingClasses.has(code.slice(0, 2)) || /^E[A-Z]+$/.test(code)
  }
  return error.constructor === Error && connectionWords.test(error.message)
}

/** Counts equal permanent errors in a row. */
export class RepeatedErrors {
  #last = ''
  #count = 0

  /** Counts an error. Returns a sentence for the operator once there were too many, else null. */
  note(error: unknown): string | null {
    if (mayPass(error)) return null
    const text = String(error)
    this.#count = text === this.#last ? this.#count + 1 : 1
    this.#last = text
    if (this.#count < sameErrorMax) return null
    return `The engine gives up: the same error came ${sameErrorMax} times in a row, ${text}.`
  }

  /** Resets the count after success. */
  reset(): void {
    this.#count = 0
  }
}
