/** Addresses of EVM chains, with the checksum of EIP-55. */
import { keccak_256 } from '@noble/hashes/sha3.js'

const addressBytes = 20

/** The address of an uncompressed public key of 65 bytes. */
export function addressOfPublicKey(key: Uint8Array): string {
  return checksummed(
    Buffer.from(keccak_256(key.subarray(1)).subarray(-addressBytes)).toString('hex'),
  )
}

/** Whether a text is an address with the right checksum, other than the zero address. */
export function isAddress(text: unknown): text is string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  return text === checksummed(text.slice(2).toLowerCase()) && !/^0x0{40}$/.test(text)
}

/**
 * An address with its checksum, from one without a checksum or with the right one; null for any other text.
 */
export function parseAddress(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const address = /^0x[0-9a-f]{40}$/.test(text) ? checksummed(text.slice(2)) : text
  return isAddress(address) ? address : null
}

/** The bytes of an address that was checked. */
export function bytesOfAddress(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex')
}

/** A letter is upper case if the hash has an eight or more in its position. */
function checksummed(hex: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(hex))).toString('hex')
  const marked = Array.from(hex, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${marked.join('')}`
}
