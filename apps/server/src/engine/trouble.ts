/** Tells trouble that passes, as of a connection, from trouble that comes again and again. */
import { CommandBroke } from './batch.ts'
import { JournalCollision } from './journal.ts'
import { LeaseLost } from './lease.ts'
import { WatermarkMoved } from './projector/index.ts'

/** After the same lasting error came so often in a row, trying again is no use. */
const sameErrorMax = 5
/** SQLSTATE classes of what passes: connection, rollback, resources, locks, operator, system. */
const passingClasses = new Set(['08', '25', '40', '53', '55', '57', '58'])
const connectionWords = /connection|timeout|terminated|not queryable|was closed/i

/** Whether an error may be gone the next time, as everything that is about a connection or a lock. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Other engines, and commands that are set aside after the second time.
  if (error instanceof JournalCollision || error instanceof WatermarkMoved) return true
  if (error instanceof CommandBroke || error instanceof LeaseLost) return true
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    return passingClasses.has(code.slice(0, 2)) || /^E[A-Z]+$/.test(code)
  }
  return error.constructor === Error && connectionWords.test(error.message)
}

/** Counts how often the same lasting error came in a row. */
export class Trouble {
  #last = ''
  #count = 0

  /** Notes an error; a sentence for the operator once it came too often, else null. */
  note(error: unknown): string | null {
    if (mayPass(error)) return null
    const text = String(error)
    this.#count = text === this.#last ? this.#count + 1 : 1
    this.#last = text
    if (this.#count < sameErrorMax) return null
    return `The engine gives up: the same error came ${sameErrorMax} times in a row, ${text}.`
  }

  /** Things went on: the count begins again. */
  over(): void {
    this.#count = 0
  }
}
