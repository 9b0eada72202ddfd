/** What was answered to a command: kept until the tables have it, then read from there. */
import type { CommandId, CoreEvent } from '@tukar/core'
import type pg from 'pg'
import { decodeAnswer } from './codec/index.ts'
import type { CommittedBatch, Outcome } from './port.ts'
import { bytesToWords, wordBytes } from './projector/write.ts'

/** The outcome that a command's own events come to. */
export function outcomeOf(seq: number, timeMs: number, events: readonly CoreEvent[]): Outcome {
  const [first] = events
  if (first?.kind === 'refused') {
    return { status: 'refused', code: first.code, params: first.params, seq }
  }
  return { status: 'accepted', seq, timeMs, events }
}

/** An id is good this long before and after the engine's time. */
const idLeewayMs = 60_000

/** The time in a UUIDv7: its first 48 bits are milliseconds. */
export function idTimeMs({ words }: CommandId): number {
  return words[0] * 65_536 + (words[1] >>> 16)
}

export function isTooFarAhead(id: CommandId, nowMs: number): boolean {
  return id.scope !== 0 && idTimeMs(id) > nowMs + idLeewayMs
}

/** Whether an id that is not remembered may have been applied and forgotten: then the tables know. */
export function mayBeForgotten(id: CommandId, forgottenAt: number): boolean {
  if (forgottenAt === 0) return false
  return id.scope === 0 || idTimeMs(id) <= forgottenAt + idLeewayMs
}

export function sameBody(one: CommandId['body'], other: readonly number[]): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

/** Answers of batches that the tables do not hold yet, by the number of their command. */
export class RecentAnswers {
  readonly #bySeq = new Map<number, { timeMs: number; events: readonly CoreEvent[] }>()
  readonly #rows: { readonly row: number; readonly seqs: readonly number[] }[] = []

  add(batch: CommittedBatch): void {
    const { row, timeMs, commands } = batch
    for (const { seq, events } of commands) this.#bySeq.set(seq, { timeMs, events })
    this.#rows.push({ row, seqs: commands.map(({ seq }) => seq) })
  }

  /** Forgets what the tables hold up to this row. */
  projected(row: number): void {
    while (this.#rows.length > 0 && (this.#rows[0]?.row ?? 0) <= row) {
      for (const seq of this.#rows.shift()?.seqs ?? []) this.#bySeq.delete(seq)
    }
  }

  outcome(seq: number): Outcome | null {
    const found = this.#bySeq.get(seq)
    return found === undefined ? null : outcomeOf(seq, found.timeMs, found.events)
  }

  clear(): void {
    this.#bySeq.clear()
    this.#rows.length = 0
  }
}

/** The stored answer of an id: the same to a repeat, `id_reused` to another command; null if none. */
export async function storedOutcome(client: pg.ClientBase, id: CommandId): Promise<Outcome | null> {
  const found = await client.query({
    name: 'answer-by-id',
    text: `select body, seq, time_ms, events from exchange.command_answer
      where scope = $1 and id = $2`,
    values: [id.scope, wordBytes(id.words)],
  })
  const row = found.rows[0] as
    | { body: Buffer; seq: string; time_ms: string; events: Buffer }
    | undefined
  if (row === undefined) return null
  if (!sameBody(id.body, bytesToWords(row.body))) return { status: 'id_reused' }
  return outcomeOf(Number(row.seq), Number(row.time_ms), decodeAnswer(row.events))
}
