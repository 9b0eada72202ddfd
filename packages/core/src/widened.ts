/** Growth of typed arrays, in one place. */

/** A typed array twice as long that begins with what is in the old one. */
export function widenedFloats(old: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(old.length * 2)
  longer.set(old)
  return longer
}

/** A typed array twice as long, but not longer than `longest`, that begins with what is in the old one. */
export function widenedInts(old: Int32Array, longest = old.length * 2): Int32Array<ArrayBuffer> {
  const doubled = old.length * 2
  const longer = new Int32Array(doubled < longest ? doubled : longest)
  longer.set(old)
  return longer
}

/** A typed array twice as long that begins with what is in the old one. */
export function widenedBytes(old: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(old.length * 2)
  longer.set(old)
  return longer
}
