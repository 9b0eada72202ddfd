/** Conversion of ids and body hashes between words, as in the core, and bytes, as in columns. */
import type { CommandId } from '@tukar/core'

const uuidGrammar = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Unsigned 32-bit words as bytes, highest first. */
export function wordBytes(words: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(words.length * 4)
  for (let index = 0; index < words.length; index++) {
    bytes.writeUInt32BE(words[index] ?? 0, index * 4)
  }
  return bytes
}

/** The id in the 16 bytes at this offset. */
export function idWords(bytes: Buffer, at = 0): CommandId['words'] {
  return [
    bytes.readUInt32BE(at),
    bytes.readUInt32BE(at + 4),
    bytes.readUInt32BE(at + 8),
    bytes.readUInt32BE(at + 12),
  ]
}

/** The body hash in the 8 bytes at this offset. */
export function bodyWords(bytes: Buffer, at = 0): CommandId['body'] {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}

/**
 * The words of a UUID text.
 *
 * @throws RangeError for an invalid UUID
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
