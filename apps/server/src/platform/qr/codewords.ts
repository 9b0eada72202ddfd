/** The bytes of a QR code: text in byte mode, padded, with correction of level M, interleaved. */
import { correctionOf, divisorOf } from './error-correction.ts'

/** Correction bytes of a block and number of blocks at level M, from version 1 on. */
const levels = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
] as const

const byteMode = 0b0100
const modeBits = 4
const pads = [0xec, 0x11] as const

/** Bytes that a version holds, correction included. */
function capacityOf(version: number): number {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2
  const alignment = version === 1 ? 0 : (25 * aligned - 10) * aligned - 55
  const versionMarks = version >= 7 ? 36 : 0
  return ((16 * version + 128) * version + 64 - alignment - versionMarks) >> 3
}

export type Codewords = { readonly version: number; readonly bytes: readonly number[] }

/** The bytes of a text in the smallest version that holds it; throws where none does. */
export function codewordsOf(text: string): Codewords {
  const data = new TextEncoder().encode(text)
  for (const [index, [correctionBytes, blocks]] of levels.entries()) {
    const version = index + 1
    const room = capacityOf(version) - correctionBytes * blocks
    const lengthBits = version < 10 ? 8 : 16
    if (modeBits + lengthBits + data.length * 8 > room * 8) continue
    const padded = padTo(room, bitsOf(data, lengthBits))
    return { version, bytes: interleave(padded, blocks, correctionBytes) }
  }
  throw new RangeError(`a QR code of ours cannot hold ${data.length} bytes`)
}

function bitsOf(data: Uint8Array, lengthBits: number): number[] {
  const bits: number[] = []
  const push = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  push(byteMode, modeBits)
  push(data.length, lengthBits)
  for (const byte of data) push(byte, 8)
  return bits
}

/** The bits as bytes, ended and filled up to the room. */
function padTo(room: number, bits: number[]): readonly number[] {
  const end = Math.min(bits.length + 4, room * 8)
  while (bits.length < end || bits.length % 8 !== 0) bits.push(0)
  const bytes = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
  for (let at = 0; bytes.length < room; at++) bytes.push(pads[at % 2] ?? 0)
  return bytes
}

/** Splits into blocks, the last ones a byte longer, and takes a byte of each in turn. */
function interleave(
  data: readonly number[],
  count: number,
  correctionBytes: number,
): readonly number[] {
  const shortLength = Math.floor(data.length / count)
  const shortCount = count - (data.length % count)
  const divisor = divisorOf(correctionBytes)
  let from = 0
  const blocks = Array.from({ length: count }, (_, at) => {
    const length = shortLength + (at < shortCount ? 0 : 1)
    const block = data.slice(from, from + length)
    from += length
    return block
  })
  const corrections = blocks.map((block) => correctionOf(block, divisor))
  return [...inTurn(blocks), ...inTurn(corrections)]
}

function inTurn(blocks: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    blocks.flatMap((block) => block.slice(at, at + 1)),
  ).flat()
}
