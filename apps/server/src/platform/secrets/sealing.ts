/** Secrets at rest: AES-256-GCM, bound to their owner. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** Seals bytes with a key of 32 bytes; only the same key and owner open them. */
export function seal(key: Buffer, owner: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce)
  sealing.setAAD(Buffer.from(owner))
  const body = Buffer.concat([sealing.update(plain), sealing.final()])
  return Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), body])
}

/** Opens a sealed secret; throws for another key or owner, or a changed byte. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer {
  if (sealed.length < headBytes || sealed[0] !== version) throw new Error('not a sealed secret')
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(owner))
  opening.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
  return Buffer.concat([opening.update(sealed.subarray(headBytes)), opening.final()])
}
