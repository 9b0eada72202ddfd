/** What passes between the server's thread and the engine's worker. */
import type { Command, CommandId } from '@tukar/core'
import type { BookPicture, CommittedBatch, EngineStatus, Outcome } from './port.ts'

/** What the worker is started with. */
export type WorkerOptions = {
  readonly databaseUrl: string
  /** Applied once, as the first commands of an empty journal. */
  readonly seeds: readonly Command[]
  /** The time of the seeds; history may be made between it and now. Null: the time of the start. */
  readonly firstTimeMs: number | null
}

export type ToWorker =
  | {
      readonly kind: 'submit'
      readonly items: readonly {
        readonly token: number
        readonly command: Command
        readonly id: CommandId | null
      }[]
    }
  | {
      readonly kind: 'past'
      readonly token: number
      readonly timeMs: number
      readonly commands: readonly Command[]
    }
  | { readonly kind: 'picture'; readonly token: number; readonly marketId: number }
  | { readonly kind: 'stop' }

export type FromWorker =
  /** A committed batch, and whose commands of it are answered now: token and place in the batch. */
  | {
      readonly kind: 'committed'
      readonly batch: CommittedBatch
      readonly answers: readonly (readonly [number, number])[]
    }
  | { readonly kind: 'outcomes'; readonly outcomes: readonly (readonly [number, Outcome])[] }
  | { readonly kind: 'picture'; readonly token: number; readonly picture: BookPicture | null }
  | { readonly kind: 'projected'; readonly row: number }
  | { readonly kind: 'status'; readonly status: EngineStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  /** The engine cannot run; the sentence is for the operator. */
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'stopped' }
