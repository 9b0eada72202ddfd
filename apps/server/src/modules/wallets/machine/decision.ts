/**
 * What a look at a row comes to. Decisions are pure functions of the row, of what is known of the outside
 * and of the time; hands carry them out.
 */
import type { Delay } from './delay.ts'

export type Decision<State extends string, Act extends string, Changes> =
  /** Something outside of the row: a call to the gateway, a command. Its answer becomes a fact. */
  | { readonly kind: 'act'; readonly act: Act }
  /** A move along a declared edge, with what else changes in the same transaction. */
  | {
      readonly kind: 'move'
      readonly to: State
      readonly cause: string | null
      readonly changes: Changes
    }
  /** Nothing to do now: look again after a pause; null: only when somebody has news of it. */
  | { readonly kind: 'wait'; readonly delay: Delay | null; readonly alarm: string | null }

/** What every row of the machine has, whatever it is of. */
export type MachineRow<State extends string> = {
  readonly rowId: number
  readonly userId: number
  readonly state: State
  readonly cause: string | null
  readonly alarm: string | null
  /** Raised by every change: a change is made only to the version that was read. */
  readonly version: number
  readonly hints: number
  /** Looks since the last move. */
  readonly attempts: number
}
