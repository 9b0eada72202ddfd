/** Bloom filter of logs in a block header. It has no false negatives, but false positives. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOf } from './hex.ts'

const bloomBytes = 256
const bitMask = 2_047

/** The three bits that a value sets: byte offset from the front, and the bit in the byte. */
export type BloomBits = readonly { readonly at: number; readonly bit: number }[]

/** The bits of an address or a topic in hex with 0x. */
export function bloomBitsOf(value: string): BloomBits {
  const hash = keccak_256(bytesOf(value))
  return [0, 2, 4].map((at) => {
    const place = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & bitMask
    return { at: bloomBytes - 1 - (place >> 3), bit: 1 << (place & 7) }
  })
}

/** Whether the filter may contain the value; false is certain. */
export function mayHold(bloom: Uint8Array, bits: BloomBits): boolean {
  return bits.every(({ at, bit }) => ((bloom[at] ?? 0) & bit) !== 0)
}
