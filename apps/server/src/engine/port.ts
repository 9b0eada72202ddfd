/**
 * The engine's port: all that the rest of the server sees of core, journal and projector. The
 * engine itself runs in a worker; this is the seam along which it could move to another machine.
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

/** A batch whose journal row is committed: nobody hears of a batch before that. */
export type CommittedBatch = {
  /** Number of the journal row. */
  readonly row: number
  /** Number of the batch's last command: the `seq` of everything public made from it. */
  readonly seq: number
  readonly timeMs: number
  /** Each command's number and events, refused ones included. */
  readonly commands: readonly { readonly seq: number; readonly events: readonly CoreEvent[] }[]
  readonly balances: readonly BalanceChange[]
}

/** What became of a command. All outcomes but `unknown` are final. */
export type Outcome =
  /** Committed; its own events, as they are given again to every repeat of the id. */
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
  /** The id is too old, or too far ahead, to know whether it was applied; it was not applied now. */
  | { readonly status: 'id_expired' }
  /** Too many commands wait, or the projector is too far behind. Nothing was applied. */
  | { readonly status: 'overloaded' }
  /** This server does not write (standby, or reloading for longer than callers wait). Not applied. */
  | { readonly status: 'unavailable' }
  /** The commit's outcome is not known yet: ask again with the same id. */
  | { readonly status: 'unknown' }
  /** The command broke the core and was set aside. */
  | { readonly status: 'poisoned' }

export type PriceLevel = { readonly price: number; readonly quantity: number }

/** The book of a market as of command `seq`, best first: where a listener of batches starts from. */
export type BookPicture = {
  readonly marketId: number
  readonly seq: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** What the engine states of a hold as of the last committed batch, under its own key. */
export type StatedHold =
  /** Null: there is no such hold, or nothing is left of it. */
  | { readonly status: 'known'; readonly statement: HoldStatement | null }
  /** Nobody leads here: ask again. */
  | { readonly status: 'later' }

/** What the engine knows of a hold as of the last committed batch. */
export type KnownHold =
  /** Null: there is no such hold, or nothing is left of it. */
  | { readonly status: 'known'; readonly hold: HoldRow | null }
  /** Nobody leads here: ask again. */
  | { readonly status: 'later' }

/** Which balances of a currency and which holds are asked for. */
export type MomentAsked = {
  readonly currencyId: number
  readonly accountIds: readonly number[]
  readonly holdIds: readonly number[]
}

/** Balances and holds of one moment. */
export type BooksOfMoment = {
  /** Available units by account; below zero for an account that mirrors what the outside owes. */
  readonly available: ReadonlyMap<number, number>
  /** By id; one that is missing does not exist, or nothing is left of it. */
  readonly holds: ReadonlyMap<number, HoldRow>
}

/** What the engine knows of balances and holds as of the last committed batch. */
export type KnownMoment =
  | (BooksOfMoment & { readonly status: 'known' })
  /** Nobody leads here: ask again. */
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

/** Of a server whose engine has not begun. */
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
   * Resolves when the command is committed, refused or given up on. Rejects, with `CodecError`, only what the
   * journal cannot hold: a caller's mistake.
   */
  submit(command: Command, id: CommandId | null): Promise<Outcome>
  /**
   * Applies a batch of the past, not before what there is and not after now: how simulation makes the
   * history of its first days. False if it was not applied, or if nobody knows.
   */
  submitPast(timeMs: number, commands: readonly Command[]): Promise<boolean>
  /**
   * Resolves true once the tables hold every committed batch that touched this account so far; false
   * if that takes more than `settleTimeoutMs`.
   */
  settled(accountId: number): Promise<boolean>
  /** The book as the last committed batch left it. */
  picture(marketId: number): Promise<BookPicture>
  /** What is left of a hold as the last committed batch left it: no table is asked. */
  hold(holdId: number): Promise<KnownHold>
  /** Balances and holds, all as the same committed batch left them: no table is asked. */
  moment(asked: MomentAsked): Promise<KnownMoment>
  /** The same, signed for whoever believes the engine alone. */
  stateHold(holdId: number): Promise<StatedHold>
  /** The public half of the key by which holds are stated, 64 digits of hex. */
  readonly statementKey: string
  /** Every committed batch, in order, without a gap, from the moment of the call. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void
  /** After a reload pictures must be asked for again; what was committed before is unchanged. */
  onStateChanged(listener: (status: EngineStatus) => void): () => void
  status(): EngineStatus
  /**
   * Whether what this server knows is the exchange's: it leads, and its lease was confirmed so lately that nobody else
   * can lead. Cheap enough for each request. False while it starts or stands by, and after it
   * was cut off, stood still or gave up.
   */
  isCurrent(): boolean
  /** Finishes what waits, drains the projector, closes its connections. */
  stop(): Promise<void>
}

/** How long a reader waits for the tables to hold his own last command. */
export const settleTimeoutMs = 2_000
