/** A projection that records each command in a table `seen`, and fails while an obstacle exists. */
import type { Projection } from '../projector/projection.ts'

/** Notes each command of the batches. */
export const project: Projection = async (batches, query) => {
  for (const { row, commands } of batches) {
    for (const { seq } of commands) await query('insert into seen values ($1, $2)', [row, seq])
  }
  const obstacles = await query('select one from obstacle')
  // A transient error, so that the engine keeps trying.
  if (obstacles.length > 0) throw new Error('the connection to somewhere failed')
}
