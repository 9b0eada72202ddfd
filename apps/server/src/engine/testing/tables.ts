/** Waiting for the tables behind the journal. */
import type { Engine } from '../port.ts'
import { until } from './until.ts'

/**
 * Waits until the tables have all that the engine said of these accounts. Callers of the product give up
 * after a while (`Engine.settled`); a test waits for as long as a busy machine needs.
 *
 * @throws Error if they do not within a minute
 */
export async function tablesFollow(
  engine: Pick<Engine, 'settled'>,
  ...accountIds: readonly number[]
): Promise<void> {
  for (const accountId of accountIds) {
    await until(`the tables to follow account ${accountId}`, () => engine.settled(accountId))
  }
}
