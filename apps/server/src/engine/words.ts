/** Ids and hashes of bodies between words, as the core has them, and bytes, as columns do. */
import type { CommandId } from '@tukar/core'

const uuidGrammar = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Unsigned 32-bit words as bytes, highest first. */
export function wordBytes(words: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(words.length * 4)
  for (let place = 0; place < words.length; place++) {
    bytes.writeUInt32BE(words[place] ?? 0, place * 4)
  }
  return bytes
}

/** The id whose 16 bytes begin at this place. */
export function idWords(bytes: Buffer, at = 0): CommandId['words'] {
  return [
    bytes.readUInt32BE(at),
    bytes.readUInt32BE(at + 4),
    bytes.readUInt32BE(at + 8),
    bytes.readUInt32BE(at + 12),
  ]
}

/** The hash of a body whose 8 bytes begin at this place. */
export function bodyWords(bytes: Buffer, at = 0): CommandId['body'] {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}

/**
 * The words of a UUID as it is written.
 *
 * @throws RangeError for what is no UUID
 */
export function uuidWords(uuid: string): CommandId['words'] {
  if (!uuidGrammar.test(uuid)) throw new RangeError('no UUID')
  const word = (hex: string): number => Number.parseInt(hex, 16)
  return [
    word(uuid.slice(0, 8)),
    word(uuid.slice(9, 13) + uuid.slice(14, 18)),
    word(uuid.slice(19, 23) + uuid.slice(24, 28)),
    word(uuid.slice(28)),
  ]
}
