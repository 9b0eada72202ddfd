/** For tests of tampering: one kind of money, or of decisions, that somebody with the database reaches for. */
import type { Database } from '../../../platform/database/pool.ts'
import type { Move } from '../../../testing/tampering.ts'

export type Side = {
  /** The currency whose money waits while it is tampered with; null: no money. */
  readonly currencyId: number | null
  /** What somebody tries who knows the schema. */
  readonly moves: readonly Move[]
  /** Asks for all that may move, and leaves some of it under way. */
  live(): Promise<void>
  /** Waits until what was paid is booked, or says what is wrong with it. */
  settle(): Promise<void>
  /** What moved that nobody asked for, a sentence each. */
  faults(): Promise<readonly string[]>
  /** How much of what was asked for came to its end. */
  completed(): Promise<number>
}

/** The number that a query counts as `count`. */
export async function countOf(database: Pick<Database, 'query'>, text: string): Promise<number> {
  const found = await database.query<{ count: number }>(text)
  return found.rows[0]?.count ?? 0
}
