/** Steps through the book's grouping. */
import type { Precision } from '../../feed/levels.ts'

/** Returns the next finer or coarser grouping; at either end the same one. */
export function steppedPrecision(
  precisions: readonly Precision[],
  from: Precision,
  way: 'finer' | 'coarser',
): Precision {
  // All steps finer than the tick group alike, so one press leaves them all.
  const beyond = precisions
    .filter(({ step }) => (way === 'finer' ? step < from.step : step > from.step))
    .toSorted((one, other) => one.step - other.step)
  return (way === 'finer' ? beyond.at(-1) : beyond[0]) ?? from
}
