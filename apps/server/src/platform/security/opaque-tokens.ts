/** Opaque tokens: 32 random bytes for the client, and their hash for the database (DEC-30). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32
const tokenGrammar = /^[\w-]{43}$/

/** A new token: 43 characters of base64url. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return tokenGrammar.test(text)
}

/** The database's id of a token: SHA-256, 32 bytes. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a seal binds to the token of a session. */
export type Sealed = {
  readonly tokenHash: Buffer
  readonly userId: number
  /** Since when its device is known, in milliseconds since 1970; null: it is not new. */
  readonly deviceSinceMs: number | null
  /** Hash of the browser's cookie; null if the client has none. */
  readonly clientHash: Buffer | null
  /** When it ends at the latest, in milliseconds since 1970; null: it was opened before that was sealed. */
  readonly lastsUntilMs: number | null
}

/** Binds a token's row to its owner under a key that the database does not have, 32 bytes. */
export function createSeal(key: Buffer, row: Sealed): Buffer {
  const { tokenHash, userId, deviceSinceMs, clientHash, lastsUntilMs } = row
  const since = deviceSinceMs === null ? '' : `:${deviceSinceMs}`
  const client = clientHash === null ? '' : `;${clientHash.toString('hex')}`
  const until = lastsUntilMs === null ? '' : `@${lastsUntilMs}`
  const sealed = `${userId}${since}${client}${until}`
  return createHmac('sha256', key).update(tokenHash).update(sealed).digest()
}

/** Whether we made a row with this seal for this owner. */
export function isSealed(
  key: Buffer,
  { seal, ...row }: Sealed & { readonly seal: Buffer | null },
): boolean {
  const right = createSeal(key, row)
  return seal !== null && seal.length === right.length && timingSafeEqual(seal, right)
}
