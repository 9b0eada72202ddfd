/**
 * The decision about a row. Decisions are pure functions of the row, of the known facts and of the time;
 * executors carry them out.
 */
import type { Delay } from './delay.ts'

export type Decision<State extends string, Act extends string, Changes> =
  /** An act outside of the row: a call to the gateway, a command. Its answer becomes a fact. */
  | { readonly kind: 'act'; readonly act: Act }
  /** A move along a declared edge, with further changes in the same transaction. */
  | {
      readonly kind: 'move'
      readonly to: State
      readonly cause: string | null
      readonly changes: Changes
    }
  /** Nothing to do now: try again after the delay; null waits until the row is woken. */
  | { readonly kind: 'wait'; readonly delay: Delay | null; readonly alarm: string | null }

/** The fields of every row of a state machine. */
export type MachineRow<State extends string> = {
  readonly rowId: number
  readonly userId: number
  readonly state: State
  readonly cause: string | null
  readonly alarm: string | null
  /** Raised by every change. A change applies only to the version that was read. */
  readonly version: number
  readonly hints: number
  /** Passes since the last move. */
  readonly attempts: number
}
