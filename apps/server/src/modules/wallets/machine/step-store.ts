/** The steps of rows, as owners and operators see them. */
import type { StepFigures } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from './row-store.ts'
import { timeMsOf } from './time-columns.ts'

/** The steps of rows, oldest first, by row id. */
export async function readSteps(
  connection: Pick<Database, 'query'>,
  kind: RowKind,
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StepFigures[]>> {
  const found = await connection.query<StepFigures & { rowId: number }>(
    `select row_id as "rowId", ${timeMsOf('at')} as "atMs", state, cause from wallets.step
     where kind = $1 and row_id = any($2) order by row_id, no`,
    [kind, rowIds],
  )
  const steps = new Map<number, StepFigures[]>()
  for (const { rowId, ...step } of found.rows) {
    const known = steps.get(rowId)
    if (known === undefined) steps.set(rowId, [step])
    else known.push(step)
  }
  return steps
}
