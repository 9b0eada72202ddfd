/** What the core offers to whoever hosts it. `createExchange` and `restoreExchange` make one. */
import type { Command, CommandId, Envelope, Side } from './commands.ts'
import type { EventTape } from './event-tape.ts'
import type { BalanceChange, CoreEvent } from './events.ts'
import type { CoreState, CurrencyRow, HoldRow, StateHash } from './state.ts'

/** What a command came to. `events` is never empty; a refusal is the single event `refused`. */
export type Applied = {
  readonly seq: number
  readonly events: readonly CoreEvent[]
}

export type Remembered = { readonly seq: number; readonly body: readonly [number, number] }

export interface Exchange {
  /**
   * Opens a batch: all its commands share this time, which never runs back (the later of it and the
   * last batch's is used).
   */
  beginBatch(timeMs: number): void
  /**
   * Applies one command and returns its number and events. Never throws for bad input: that is the
   * event `refused`. Throws only for a bug or an id that is remembered already (ask `recall` first).
   */
  apply(envelope: Envelope): Applied
  /**
   * As `apply`, for whoever reads the events as numbers: they are added to the tape, from where its
   * `length` was before. Returns the command's number. Nothing of command and id is kept: their owner
   * may change them afterwards.
   */
  write(command: Command, id: CommandId | null): number
  /** The events of the batch that is open, or was closed last; emptied by `beginBatch`. */
  readonly tape: EventTape
  /** As `endBatch`, for whoever does not ask for balances: the hash alone. */
  settle(): StateHash
  /** Closes the batch: every balance that it touched, once, and the hash of the state after it. */
  endBatch(): { readonly balances: readonly BalanceChange[]; readonly hash: StateHash }
  /** What is remembered of an id, or null. */
  recall(id: CommandId): Remembered | null
  /** The number of the last command, the time of the last batch and `forgottenAt`. */
  readonly seq: number
  readonly time: number
  readonly forgottenAt: number
  /** Hash of the whole state between batches. */
  hash(): StateHash
  /** All state as rows, for restart tables and for comparison. */
  state(): CoreState
  /** Every invariant over the whole state; the names of those that are broken, none if all hold. */
  brokenInvariants(): readonly string[]
  /** Total quantity at each price of one side, best first: what a picture of the book starts from. */
  levels(marketId: number, side: Side): Iterable<{ price: number; quantity: number }>
  /** What is left of a hold, or null: there never was one of this number, or nothing is left of it. */
  hold(holdId: number): HoldRow | null
  /** Units that an account has available of a currency; 0 where it has no balance. */
  available(accountId: number, currencyId: number): number
  /** A listed currency, or null. */
  currency(currencyId: number): CurrencyRow | null
}
