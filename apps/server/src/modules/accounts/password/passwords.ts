/**
 * Password hashes: argon2id, computed through a bounded queue (ATT-18).
 *
 * What is stored is an HMAC of the hash under a key that the database does not have, beside the hash's salt and cost: who
 * copied the database has nothing to compare a guess with (ADR 0050).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { createHashQueue, type Turn, turnRanks } from './hash-queue.ts'

/** R-30 and OWASP's floor: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const queue = createHashQueue()

/** What is stored of a new password; refuses `login.busy` where the client or all wait too many. */
export function hashPassword(keys: Keys, password: string, clientAddress: string): Promise<string> {
  const turn = { clientAddress, rank: turnRanks.stranger }
  return queue.run(turn, async () => keyedHash(keys, await hash(password, cost)))
}

/** Before what has a hash under our key. */
const keyedMark = '$keyed'
const keyedGrammar = /^\$keyed\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$[\w-]{43}$/

/** Whether a stored hash is bound to the key; those of before are not. */
export function isKeyedHash(stored: string): boolean {
  return stored.startsWith(keyedMark)
}

/** Binds an encoded hash to the key: in the place of what argon2 gave is an HMAC of it. */
export function keyedHash(keys: Keys, encoded: string): string {
  const mac = createHmac('sha256', keys('password')).update(encoded).digest('base64url')
  return `${keyedMark}${encoded.slice(0, encoded.lastIndexOf('$') + 1)}${mac}`
}

async function isRight(keys: Keys, stored: string, password: string): Promise<boolean> {
  const found = keyedGrammar.exec(stored)
  if (found === null) return verify(stored, password)
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = found.slice(1, 4).map(Number)
  const salt = Buffer.from(found[4] ?? '', 'base64')
  const again = keyedHash(keys, await hash(password, { memoryCost, timeCost, parallelism, salt }))
  return again.length === stored.length && timingSafeEqual(Buffer.from(again), Buffer.from(stored))
}

/** Made at the start: no unknown address costs a hash more than another. Under no key it fits nothing. */
const nobody = keyedHash(() => Buffer.alloc(32), await hash('nobody has this password', cost))

/**
 * Whether the password belongs to the hash. Without a hash it does the same work on nobody's, so that an
 * unknown address costs what a known one does. Refuses `login.busy` as the queue is bounded.
 */
export async function isPassword(
  keys: Keys,
  passwordHash: string | null,
  password: string,
  turn: Turn,
): Promise<boolean> {
  const isIt = await queue.run(turn, () => isRight(keys, passwordHash ?? nobody, password))
  return isIt && passwordHash !== null
}
