/** Waiting for the tables to catch up with the journal. */
import type { Engine } from '../port.ts'
import { until } from './until.ts'

/**
 * Waits until the tables hold all batches of these accounts. The product's callers give up after a while
 * (`Engine.waitForProjection`); a test waits as long as a busy machine needs.
 *
 * @throws Error after a minute
 */
export async function tablesFollow(
  engine: Pick<Engine, 'waitForProjection'>,
  ...accountIds: readonly number[]
): Promise<void> {
  for (const accountId of accountIds) {
    await until(`the tables to follow account ${accountId}`, () =>
      engine.waitForProjection(accountId),
    )
  }
}
