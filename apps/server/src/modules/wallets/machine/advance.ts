/**
 * One look at a row: decide, carry out, decide again, until there is nothing to do now. It may be cut off
 * at any point: whatever was begun outside was stored before, and is found again by the next look.
 */
import type { Decision, MachineRow } from './decision.ts'
import type { Delay } from './delay.ts'

/** What carries decisions out. All may throw: then the row is looked at again later. */
export type Executor<Row, State extends string, Act extends string, Facts, Changes> = {
  /** The row as it stands. */
  readonly read: () => Promise<Row>
  readonly decide: (row: Row, facts: Facts, nowMs: number) => Decision<State, Act, Changes>
  /** Does what is outside of the row, and gives what is known then. */
  readonly act: (row: Row, act: Act, facts: Facts) => Promise<Facts>
  /** Moves the row if it is still as it was read; null if it is not. */
  readonly move: (
    row: Row,
    to: State,
    cause: string | null,
    changes: Changes,
  ) => Promise<Row | null>
  /** What is known right after a move that this look made. */
  readonly afterMove: (row: Row, facts: Facts) => Facts
  readonly wait: (row: Row, wait: Delay | null, alarm: string | null) => Promise<void>
  readonly nowMs: () => number
}

/** More than any row can take: beyond it two decisions chase each other. */
const roundsMax = 60

/**
 * Looks at a row until it waits, or `isEnough` of it; returns it as it stands then. What is left to do
 * after `isEnough` is left to the next look, which is due at once.
 *
 * @param unknown nothing is known of the outside
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
    // Somebody else changed it meanwhile: what was known is not trusted any more.
    const now = await executor.read()
    // Nobody did: this is not the writer of the day any more, and the row is somebody else's to look at.
    if (now.version === row.version) return now
    facts = unknown
    row = now
  }
  throw new Error(`a look at row ${row.rowId} in state ${row.state} finds no end`)
}
