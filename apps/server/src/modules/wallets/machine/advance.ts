/**
 * One pass over a row: decide, execute, and decide again, until there is nothing to do now. A pass may be
 * interrupted at any point. Every external call is stored before it is made, so that the next pass continues
 * it.
 */
import type { Decision, MachineRow } from './decision.ts'
import type { Delay } from './delay.ts'

/** Executes decisions. Every function may throw; the row is then retried later. */
export type Executor<Row, State extends string, Act extends string, Facts, Changes> = {
  /** Reads the current row. */
  readonly read: () => Promise<Row>
  readonly decide: (row: Row, facts: Facts, nowMs: number) => Decision<State, Act, Changes>
  /** Executes an act outside of the row, and returns the facts that are known then. */
  readonly act: (row: Row, act: Act, facts: Facts) => Promise<Facts>
  /** Moves the row if it is unchanged since it was read; otherwise null. */
  readonly move: (
    row: Row,
    to: State,
    cause: string | null,
    changes: Changes,
  ) => Promise<Row | null>
  /** The facts that are known right after a move of this pass. */
  readonly afterMove: (row: Row, facts: Facts) => Facts
  readonly wait: (row: Row, wait: Delay | null, alarm: string | null) => Promise<void>
  readonly nowMs: () => number
}

/** More rounds than any row needs. Beyond it, two decisions alternate. */
const roundsMax = 60

/**
 * Advances a row until it waits or `isEnough` holds, and returns it. If `isEnough` ended the pass, the row is
 * due again at once.
 *
 * @param unknown the facts at the start of a pass, when nothing is known
 */
export async function advanceRow<
  State extends string,
  Row extends MachineRow<State>,
  Act extends string,
  Facts,
  Changes,
>(
  executor: Executor<Row, State, Act, Facts, Changes>,
  unknown: Facts,
  isEnough: (row: Row) => boolean,
): Promise<Row> {
  let row = await executor.read()
  let facts = unknown
  for (let round = 0; round < roundsMax; round += 1) {
    const decision = executor.decide(row, facts, executor.nowMs())
    if (decision.kind === 'wait') {
      await executor.wait(row, decision.delay, decision.alarm)
      return row
    }
    if (isEnough(row)) {
      await executor.wait(row, { untilMs: 0 }, row.alarm)
      return row
    }
    if (decision.kind === 'act') {
      facts = await executor.act(row, decision.act, facts)
      continue
    }
    const moved = await executor.move(row, decision.to, decision.cause, decision.changes)
    if (moved !== null) {
      facts = executor.afterMove(moved, facts)
      row = moved
      continue
    }
    // The row was changed concurrently, so the known facts are dropped.
    const now = await executor.read()
    // Nobody changed the row, so this server is no longer the writer and another one processes it.
    if (now.version === row.version) return now
    facts = unknown
    row = now
  }
  throw new Error(`row ${row.rowId} in state ${row.state} does not come to rest in one pass`)
}
