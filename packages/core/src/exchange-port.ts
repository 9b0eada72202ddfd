/** The core's interface for its host. `createExchange` and `restoreExchange` implement it. */
import type { Command, CommandId, Envelope, Side } from './commands.ts'
import type { EventBuffer } from './state/event-buffer.ts'
import type { BalanceChange, CoreEvent } from './events.ts'
import type { CoreState, CurrencyRow, HoldRow, StateHash } from './state/state-rows.ts'

/** The result of a command. `events` is never empty; a refusal is the single event `refused`. */
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
   * Like `apply`, for callers that read events as numbers: they are appended to `eventBuffer`, at its
   * `length` before the call. Returns the command's number. The core keeps no reference to command and id, so
   * the caller may reuse them.
   */
  write(command: Command, id: CommandId | null): number
  /** The events of the batch that is open, or was closed last; emptied by `beginBatch`. */
  readonly eventBuffer: EventBuffer
  /** Like `endBatch`, without the balances: returns the hash alone. */
  closeBatch(): StateHash
  /** Closes the batch. Returns every balance that it changed, once, and the hash of the state after it. */
  endBatch(): { readonly balances: readonly BalanceChange[]; readonly hash: StateHash }
  /** The remembered result of an id, or null. */
  recall(id: CommandId): Remembered | null
  /** The number of the last command, the time of the last batch and `forgottenAt`. */
  readonly seq: number
  readonly time: number
  readonly forgottenAt: number
  /** Hash of the whole state between batches. */
  hash(): StateHash
  /** All state as rows, for restart tables and for comparison. */
  state(): CoreState
  /** Checks every invariant over the whole state; returns the names of the broken ones. */
  brokenInvariants(): readonly string[]
  /** Total quantity at each price of one side, best first. */
  levels(marketId: number, side: Side): Iterable<{ price: number; quantity: number }>
  /** The rest of a hold; null if the hold does not exist or nothing is left of it. */
  hold(holdId: number): HoldRow | null
  /** The units of a currency that an account has available; 0 if it has no balance. */
  available(accountId: number, currencyId: number): number
  /** A listed currency, or null. */
  currency(currencyId: number): CurrencyRow | null
}
