/** For tests of tampering: one kind of money or of decisions that the thief attacks. */
import type { Database } from '../../../platform/database/pool.ts'
import type { TamperMove } from '../../../testing/tampering.ts'

export type Side = {
  /** The currency that is halted during the tampering; null if the side has no money. */
  readonly currencyId: number | null
  /** The moves of a thief who knows the schema. */
  readonly moves: readonly TamperMove[]
  /** Makes all kinds of transfers, and leaves some of them under way. */
  live(): Promise<void>
  /** Waits until every payment is booked or has an alarm. */
  settle(): Promise<void>
  /** The transfers that nobody requested, one sentence each. */
  faults(): Promise<readonly string[]>
  /** The number of completed transfers. */
  completed(): Promise<number>
}

/** The result `count` of a query. */
export async function countOf(database: Pick<Database, 'query'>, text: string): Promise<number> {
  const found = await database.query<{ count: number }>(text)
  return found.rows[0]?.count ?? 0
}
