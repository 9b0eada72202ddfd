/** Messages between the server's thread and the engine's worker, with commands and events as bytes. */
import type { Command, HoldRow } from '@tukar/core'
import type { HoldStatement } from '../hold-statement.ts'
import type { BookSnapshot, BooksOfMoment, EngineStatus, MomentRequest, Outcome } from '../port.ts'

/** The options that start the worker. */
export type WorkerOptions = {
  readonly databaseUrl: string
  /** The engine's secret, from which its keys are derived. */
  readonly secret: Uint8Array
  /** Applied once, as the first commands of an empty journal. */
  readonly seeds: readonly Command[]
  /** For generating a past: the time of the first row of an empty journal. Null: epochs begin now. */
  readonly firstTimeMs: number | null
  /** Modules that act on events in the tables' transaction (R-63). */
  readonly projections: readonly string[]
  /** The last journal row delivered to listeners; null before the first. */
  readonly deliveredRow: number | null
  /** The migrations of this version; null skips the check. */
  readonly migrations: readonly string[] | null
  /** Whether a second PostgreSQL must have what is acknowledged. */
  readonly needsReplica: boolean
  /** The file of the last acknowledged row; null keeps it in memory alone. */
  readonly acknowledgedFile: string | null
  /** The memory of a `Confirmation`: when this server last confirmed that it leads. */
  readonly confirmation: SharedArrayBuffer
  /** The memory of an `Inbox`. */
  readonly inbox: SharedArrayBuffer
  /** How many command ids are remembered; null is the core's default. */
  readonly rememberedMax: number | null
}

/** A question about the state after the last committed batch. */
export type Question =
  | { readonly of: 'book'; readonly marketId: number }
  | { readonly of: 'hold'; readonly holdId: number }
  | (MomentRequest & { readonly of: 'moment' })
  | { readonly of: 'statement'; readonly holdId: number }

export type StateAnswer =
  /** Null: there is no such market. */
  | { readonly of: 'book'; readonly snapshot: BookSnapshot | null }
  /** Null: the hold does not exist, or nothing remains of it. */
  | { readonly of: 'hold'; readonly hold: HoldRow | null }
  | (BooksOfMoment & { readonly of: 'moment' })
  | { readonly of: 'statement'; readonly statement: HoldStatement | null }

export type ToWorker =
  /** The inbox has commands, in blocks of `SubmissionWriter`. */
  | { readonly kind: 'wake' }
  | {
      readonly kind: 'past'
      readonly token: number
      readonly timeMs: number
      /** Made by `SubmissionWriter`. */
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'question'; readonly token: number; readonly question: Question }
  /** A reader waits for the tables. */
  | { readonly kind: 'hurry' }
  | { readonly kind: 'stop' }

/** A committed batch, and the caller's token of each command, or −1. */
export type CommittedMessage = {
  readonly kind: 'committed'
  readonly row: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly timeMs: number
  readonly events: Uint8Array
  readonly balances: Uint8Array
  readonly tokens: readonly number[]
}

export type FromWorker =
  | CommittedMessage
  | { readonly kind: 'outcome'; readonly token: number; readonly outcome: Outcome }
  /** Null: this server does not lead. */
  | { readonly kind: 'answer'; readonly token: number; readonly answer: StateAnswer | null }
  | { readonly kind: 'projected'; readonly row: number }
  | { readonly kind: 'status'; readonly status: EngineStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  /** The engine cannot run; the message is for the operator. */
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'stopped' }
