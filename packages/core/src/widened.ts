/** Growth of typed arrays, in one place. */

type Cells = Float64Array | Int32Array | Uint8Array | Uint32Array

/** Copies what is in the old array to the front of a longer one and returns that. */
export function widened<T extends Cells>(old: T, longer: T): T {
  longer.set(old)
  return longer
}
