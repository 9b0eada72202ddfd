/** How the book's grouping becomes finer or coarser by one press. */
import type { Precision } from '../../feed/levels.ts'

/** Returns the next finer or coarser grouping; the same one at either end. */
export function steppedPrecision(
  precisions: readonly Precision[],
  from: Precision,
  way: 'finer' | 'coarser',
): Precision {
  // Steps finer than the tick all group alike: of these one press leads out.
  const beyond = precisions
    .filter(({ step }) => (way === 'finer' ? step < from.step : step > from.step))
    .toSorted((one, other) => one.step - other.step)
  return (way === 'finer' ? beyond.at(-1) : beyond[0]) ?? from
}
