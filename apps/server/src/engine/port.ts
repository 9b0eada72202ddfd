/**
 * The engine's port: everything that the rest of the server sees of core, journal and projector. The
 * engine runs in a worker; at this interface it could move to another machine.
 */
import type {
  BalanceChange,
  Command,
  CommandId,
  CoreEvent,
  HoldRow,
  RefusalCode,
} from '@tukar/core'
import type { HoldStatement } from './hold-statement.ts'

/** A batch whose journal row is committed; no batch leaves the engine earlier. */
export type CommittedBatch = {
  /** Number of the journal row. */
  readonly row: number
  /** Number of the batch's last command: the `seq` of all public data derived from it. */
  readonly seq: number
  readonly timeMs: number
  /** Each command's number and events, refused ones included. */
  readonly commands: readonly { readonly seq: number; readonly events: readonly CoreEvent[] }[]
  readonly balances: readonly BalanceChange[]
}

/** The outcome of a command. All but `unknown` are final. */
export type Outcome =
  /** Committed. `events` are its own events, the same for every repeat of the id. */
  | {
      readonly status: 'accepted'
      readonly seq: number
      readonly timeMs: number
      readonly events: readonly CoreEvent[]
    }
  /** Committed as refused: it changed nothing. */
  | {
      readonly status: 'refused'
      readonly code: RefusalCode
      readonly params: Readonly<Record<string, number>>
      readonly seq: number
    }
  /** The id was used for another command. Nothing was applied. */
  | { readonly status: 'id_reused' }
  /** The id is too old, or too far in the future, to know whether it was applied. Not applied now. */
  | { readonly status: 'id_expired' }
  /** Too many commands wait, or the projector lags too far behind. Not applied. */
  | { readonly status: 'overloaded' }
  /** This server does not write (standby, or reloading for longer than callers wait). Not applied. */
  | { readonly status: 'unavailable' }
  /** The commit's outcome is not known yet: ask again with the same id. */
  | { readonly status: 'unknown' }
  /** The command broke the core and was set aside. */
  | { readonly status: 'poisoned' }

export type PriceLevel = { readonly price: number; readonly quantity: number }

/** The book of a market as of command `seq`, best first. Listeners of batches start from it. */
export type BookSnapshot = {
  readonly marketId: number
  readonly seq: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** A hold as of the last committed batch, stated under the engine's key. */
export type StatedHold =
  /** Null: the hold does not exist, or nothing remains of it. */
  | { readonly status: 'known'; readonly statement: HoldStatement | null }
  /** This server does not lead: try again. */
  | { readonly status: 'later' }

/** A hold as of the last committed batch. */
export type KnownHold =
  /** Null: the hold does not exist, or nothing remains of it. */
  | { readonly status: 'known'; readonly hold: HoldRow | null }
  /** This server does not lead: try again. */
  | { readonly status: 'later' }

/** The requested balances of a currency, and holds. */
export type MomentRequest = {
  readonly currencyId: number
  readonly accountIds: readonly number[]
  readonly holdIds: readonly number[]
}

/** Balances and holds of one moment. */
export type BooksOfMoment = {
  /** Available units by account; below zero for an account that mirrors what another system owes. */
  readonly available: ReadonlyMap<number, number>
  /** By id. A missing hold does not exist, or nothing remains of it. */
  readonly holds: ReadonlyMap<number, HoldRow>
}

/** Balances and holds as of the last committed batch. */
export type KnownMoment =
  | (BooksOfMoment & { readonly status: 'known' })
  /** This server does not lead: try again. */
  | { readonly status: 'later' }

export type EngineState = 'starting' | 'leading' | 'standby' | 'reloading' | 'failed' | 'stopped'

export type EngineStatus = {
  readonly state: EngineState
  readonly epoch: number
  readonly lastSeq: number
  readonly committedRow: number
  /** The journal row up to which the tables are written. */
  readonly projectedRow: number
  readonly waiting: number
}

/** The status before the engine starts. */
export const notStarted: EngineStatus = {
  state: 'starting',
  epoch: 0,
  lastSeq: 0,
  committedRow: 0,
  projectedRow: 0,
  waiting: 0,
}

export interface Engine {
  /**
   * Resolves when the command is committed, refused or given up. Rejects only with `CodecError`, for a
   * command that cannot be encoded: a caller's mistake.
   */
  submit(command: Command, id: CommandId | null): Promise<Outcome>
  /**
   * Applies a batch at a past time, not before the last batch and not after now: a simulation generates its
   * history this way. False if it was not applied, or if the outcome is unknown.
   */
  submitPast(timeMs: number, commands: readonly Command[]): Promise<boolean>
  /**
   * Resolves true once the tables hold every committed batch that changed this account so far; false after
   * `projectionTimeoutMs`.
   */
  waitForProjection(accountId: number): Promise<boolean>
  /** The book as of the last committed batch. */
  bookSnapshot(marketId: number): Promise<BookSnapshot>
  /** The rest of a hold as of the last committed batch, from memory. */
  hold(holdId: number): Promise<KnownHold>
  /** Balances and holds as of one committed batch, from memory. */
  moment(request: MomentRequest): Promise<KnownMoment>
  /** The rest of a hold, signed for parties that trust only the engine's key. */
  stateHold(holdId: number): Promise<StatedHold>
  /** The public key of hold statements, as 64 hex digits. */
  readonly statementKey: string
  /** Every committed batch, in order, without a gap, from the moment of the call. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void
  /** After a reload, snapshots must be read again; committed batches remain valid. */
  onStateChanged(listener: (status: EngineStatus) => void): () => void
  status(): EngineStatus
  /**
   * Whether this server's data is current: it leads, and its lease was confirmed recently enough that no
   * other server can lead. Cheap enough for each request. False while it starts or is a standby, and after it
   * lost the database, was suspended or gave up.
   */
  isCurrent(): boolean
  /** Commits waiting commands, drains the projector, closes the connections. */
  stop(): Promise<void>
}

/** How long a reader waits until the tables hold the reader's own last command. */
export const projectionTimeoutMs = 2_000
