/** Answers to commands: in memory until the tables have them, then read from the tables. */
import type { CommandId, CoreEvent } from '@tukar/core'
import type pg from 'pg'
import { decodeAnswer } from '../codec/index.ts'
import { isSameId, sameBody } from '../command-ids.ts'
import type { Outcome } from '../port.ts'
import { bodyWords, wordBytes } from '../words.ts'

/** Converts the events of a command into its outcome. */
export function toOutcome(seq: number, timeMs: number, events: readonly CoreEvent[]): Outcome {
  const [first] = events
  if (first?.kind === 'refused') {
    return { status: 'refused', code: first.code, params: first.params, seq }
  }
  return { status: 'accepted', seq, timeMs, events }
}

/** What stays in memory of a batch until the tables have it. */
export type AnsweredBatch = {
  readonly row: number
  readonly timeMs: number
  readonly commands: readonly {
    readonly seq: number
    readonly id: CommandId | null
    readonly events: readonly CoreEvent[]
  }[]
}

/** Answers of batches that the tables do not have yet, by the number of the command. */
export class RecentAnswers {
  /** In the order of command numbers, without gaps. */
  #batches: AnsweredBatch[] = []

  add(batch: AnsweredBatch): void {
    this.#batches.push(batch)
  }

  /** Drops the answers up to this row, because the tables have them. */
  projected(row: number): void {
    const held = this.#batches.findIndex((batch) => batch.row > row)
    this.#batches.splice(0, held < 0 ? this.#batches.length : held)
  }

  outcome(seq: number): Outcome | null {
    const batch = this.#batches.findLast(({ commands }) => (commands[0]?.seq ?? seq + 1) <= seq)
    const command = batch?.commands[seq - (batch.commands[0]?.seq ?? 0)]
    if (batch === undefined || command === undefined) return null
    return toOutcome(seq, batch.timeMs, command.events)
  }

  /**
   * The outcome of an id that the core forgot before the tables had its answer; null if there is none. Such
   * ids are rare, so a linear search is enough.
   */
  outcomeOfId(id: CommandId): Outcome | null {
    for (const { timeMs, commands } of this.#batches) {
      for (const command of commands) {
        if (command.id === null || !isSameId(command.id, id)) continue
        if (!sameBody(command.id.body, id.body)) return { status: 'id_reused' }
        return toOutcome(command.seq, timeMs, command.events)
      }
    }
    return null
  }

  clear(): void {
    this.#batches = []
  }
}

type StoredRow = {
  readonly body: Buffer
  readonly seq: string
  readonly time_ms: string
  readonly events: Buffer
}

/**
 * The stored answer of an id: the same outcome for a repeat, `id_reused` for another command; null if there
 * is none.
 */
export async function storedOutcome(client: pg.ClientBase, id: CommandId): Promise<Outcome | null> {
  const found = await client.query<StoredRow>({
    name: 'answer-by-id',
    text: `select body, seq, time_ms, events from exchange.command_answer
      where id = $1 and scope = $2`,
    values: [wordBytes(id.words), id.scope],
  })
  const [row] = found.rows
  if (row === undefined) return null
  if (!sameBody(id.body, bodyWords(row.body))) return { status: 'id_reused' }
  return toOutcome(Number(row.seq), Number(row.time_ms), decodeAnswer(row.events))
}

/** The minimum retention of answers. */
export const retentionMs = 7 * 86_400_000
const prunedAtOnce = 20_000

/**
 * Deletes answers to clients' ids older than seven days, except those that the core state in the tables still
 * remembers: the core may be ahead of the tables, and a restart begins with the tables. Answers to derived
 * ids are kept forever, because these ids have no time after which they expire.
 *
 * @returns the number of deleted rows; unless it is 0 there may be more
 */
export async function pruneAnswers(client: pg.ClientBase, nowMs: number): Promise<number> {
  const done = await client.query(
    `with oldest as (
       select seq, time_ms from exchange.command_answer where scope <> 0
       order by seq limit ${prunedAtOnce}
     )
     delete from exchange.command_answer a using oldest o, exchange.watermark w
     where a.seq = o.seq and o.time_ms < least($1, w.forgotten_at)`,
    [nowMs - retentionMs],
  )
  return done.rowCount ?? 0
}
