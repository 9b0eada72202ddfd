/** The filter of logs in a block's head: it never forgets a log, but may remember one that was not there. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOf } from './hex.ts'

const bloomBytes = 256
const bitMask = 2_047

/** Which three bits a value sets: byte from the front, and the bit in it. */
export type BloomBits = readonly { readonly at: number; readonly bit: number }[]

/** The bits of an address or a topic, as hex with 0x before it. */
export function bloomBitsOf(value: string): BloomBits {
  const hash = keccak_256(bytesOf(value))
  return [0, 2, 4].map((at) => {
    const place = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & bitMask
    return { at: bloomBytes - 1 - (place >> 3), bit: 1 << (place & 7) }
  })
}

/** Whether the filter may have seen it; false is certain. */
export function mayHold(bloom: Uint8Array, bits: BloomBits): boolean {
  return bits.every(({ at, bit }) => ((bloom[at] ?? 0) & bit) !== 0)
}
