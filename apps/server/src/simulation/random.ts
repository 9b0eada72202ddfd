/** A seeded random generator, so that a simulation can be repeated. Not for secrets. */

export type Random = {
  /** Uniform from 0 to below 1. */
  uniform(): number
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number
}

const twoTo32 = 4_294_967_296
const weylStep = 0x9e37_79b9

/** A Weyl sequence through the finalizer of MurmurHash3. Normal numbers by Box and Muller. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function uniform(): number {
    state = (state + weylStep) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / twoTo32
  }
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  }
}
