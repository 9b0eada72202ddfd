/** What was answered to a command: kept until the tables have it, then read from there. */
import type { CommandId, CoreEvent } from '@tukar/core'
import type pg from 'pg'
import { decodeAnswer } from './codec/index.ts'
import { isSameId, sameBody } from './command-ids.ts'
import type { Outcome } from './port.ts'
import { bodyWords, wordBytes } from './words.ts'

/** The outcome that a command's own events come to. */
export function outcomeOf(seq: number, timeMs: number, events: readonly CoreEvent[]): Outcome {
  const [first] = events
  if (first?.kind === 'refused') {
    return { status: 'refused', code: first.code, params: first.params, seq }
  }
  return { status: 'accepted', seq, timeMs, events }
}

/** What is kept of a batch until the tables hold it. */
export type AnsweredBatch = {
  readonly row: number
  readonly timeMs: number
  readonly commands: readonly {
    readonly seq: number
    readonly id: CommandId | null
    readonly events: readonly CoreEvent[]
  }[]
}

/** Answers of batches that the tables do not hold yet, by the number of their command. */
export class RecentAnswers {
  /** In the order of their commands' numbers, which have no gap within a batch. */
  #batches: AnsweredBatch[] = []

  add(batch: AnsweredBatch): void {
    this.#batches.push(batch)
  }

  /** Forgets what the tables hold up to this row. */
  projected(row: number): void {
    const held = this.#batches.findIndex((batch) => batch.row > row)
    this.#batches.splice(0, held < 0 ? this.#batches.length : held)
  }

  outcome(seq: number): Outcome | null {
    const batch = this.#batches.findLast(({ commands }) => (commands[0]?.seq ?? seq + 1) <= seq)
    const command = batch?.commands[seq - (batch.commands[0]?.seq ?? 0)]
    if (batch === undefined || command === undefined) return null
    return outcomeOf(seq, batch.timeMs, command.events)
  }

  /**
   * The outcome of an id that the core has forgotten before the tables held its answer; null if there
   * is none. Such ids are rare, so that they are looked for one by one.
   */
  outcomeOfId(id: CommandId): Outcome | null {
    for (const { timeMs, commands } of this.#batches) {
      for (const command of commands) {
        if (command.id === null || !isSameId(command.id, id)) continue
        if (!sameBody(command.id.body, id.body)) return { status: 'id_reused' }
        return outcomeOf(command.seq, timeMs, command.events)
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

/** The stored answer of an id: the same to a repeat, `id_reused` to another command; null if none. */
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
  return outcomeOf(Number(row.seq), Number(row.time_ms), decodeAnswer(row.events))
}

/** How long answers are kept at least. */
export const keptForMs = 7 * 86_400_000
const prunedAtOnce = 20_000

/**
 * Forgets answers of clients' ids older than seven days, but never one that the tables' own row still
 * remembers: the core may be ahead of it, and a start goes on from there. The answers of ids that the server
 * derives are kept for ever, as these have no time by which they could be too late.
 *
 * @returns how many went; as long as it is not 0 there may be more
 */
export async function pruneAnswers(client: pg.ClientBase, nowMs: number): Promise<number> {
  const done = await client.query(
    `with oldest as (
       select seq, time_ms from exchange.command_answer where scope <> 0
       order by seq limit ${prunedAtOnce}
     )
     delete from exchange.command_answer a using oldest o, exchange.watermark w
     where a.seq = o.seq and o.time_ms < least($1, w.forgotten_at)`,
    [nowMs - keptForMs],
  )
  return done.rowCount ?? 0
}
