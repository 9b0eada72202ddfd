/** Growth of typed arrays. */

/** A typed array of twice the length that begins with the old content. */
export function widenedFloats(old: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(old.length * 2)
  longer.set(old)
  return longer
}

/** A typed array of twice the length, at most `longest`, that begins with the old content. */
export function widenedInts(old: Int32Array, longest = old.length * 2): Int32Array<ArrayBuffer> {
  const doubled = old.length * 2
  const longer = new Int32Array(doubled < longest ? doubled : longest)
  longer.set(old)
  return longer
}

/** A typed array of twice the length that begins with the old content. */
export function widenedBytes(old: Uint8Array): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(old.length * 2)
  longer.set(old)
  return longer
}
