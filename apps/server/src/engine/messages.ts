/** What passes between the server's thread and the engine's worker: commands and events as bytes. */
import type { Command, HoldRow } from '@tukar/core'
import type { HoldStatement } from './hold-statement.ts'
import type { BookPicture, BooksOfMoment, EngineStatus, MomentAsked, Outcome } from './port.ts'

/** What the worker is started with. */
export type WorkerOptions = {
  readonly databaseUrl: string
  /** The engine's own: its keys are made from it. */
  readonly secret: Uint8Array
  /** Applied once, as the first commands of an empty journal. */
  readonly seeds: readonly Command[]
  /** While a past is made: when an empty journal begins. Null: epochs begin now. */
  readonly firstTimeMs: number | null
  /** Modules that act on events in the tables' transaction (R-63). */
  readonly projections: readonly string[]
  /** The last journal row that the listeners were given; null before there were any. */
  readonly deliveredRow: number | null
  /** The migrations that this version knows; null asks for none. */
  readonly migrations: readonly string[] | null
  /** Whether a second PostgreSQL has to have what is acknowledged. */
  readonly needsReplica: boolean
  /** Where the last acknowledged row is kept; null keeps it in memory alone. */
  readonly acknowledgedFile: string | null
  /** Of a `Confirmation`: when this server last knew that it leads. */
  readonly confirmation: SharedArrayBuffer
  /** Of an `Inbox`: where commands come in. */
  readonly inbox: SharedArrayBuffer
  /** How many command ids are remembered; null is the core's own number. */
  readonly rememberedMax: number | null
}

/** What is asked of the state that the last committed batch left. */
export type Question =
  | { readonly of: 'book'; readonly marketId: number }
  | { readonly of: 'hold'; readonly holdId: number }
  | (MomentAsked & { readonly of: 'moment' })
  | { readonly of: 'statement'; readonly holdId: number }

export type StateAnswer =
  /** Null: there is no such market. */
  | { readonly of: 'book'; readonly picture: BookPicture | null }
  /** Null: there is no such hold, or nothing is left of it. */
  | { readonly of: 'hold'; readonly hold: HoldRow | null }
  | (BooksOfMoment & { readonly of: 'moment' })
  | { readonly of: 'statement'; readonly statement: HoldStatement | null }

export type ToWorker =
  /** Commands lie in the inbox, in blocks made by `SubmissionWriter`. */
  | { readonly kind: 'wake' }
  | {
      readonly kind: 'past'
      readonly token: number
      readonly timeMs: number
      /** Made by `SubmissionWriter`. */
      readonly bytes: Uint8Array
    }
  | { readonly kind: 'question'; readonly token: number; readonly question: Question }
  /** Somebody waits for the tables. */
  | { readonly kind: 'hurry' }
  | { readonly kind: 'stop' }

/** A committed batch, and who is answered by it: the caller's token of each command, or −1. */
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
  /** Null: nobody leads here. */
  | { readonly kind: 'answer'; readonly token: number; readonly answer: StateAnswer | null }
  | { readonly kind: 'projected'; readonly row: number }
  | { readonly kind: 'status'; readonly status: EngineStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  /** The engine cannot run; the sentence is for the operator. */
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'stopped' }
