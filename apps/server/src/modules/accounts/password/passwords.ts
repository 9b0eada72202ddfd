/**
 * Password hashes: argon2id, computed through a bounded queue (ATT-18).
 *
 * The database stores the salt, the cost and an HMAC of the hash, whose key the database does not have. A
 * copied database therefore allows no guesses (ADR 0050).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { createHashQueue, type HashTurn, turnRanks } from './hash-queue.ts'

/** R-30 and OWASP's floor: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const queue = createHashQueue()

/**
 * Hashes a new password for storage; refuses `login.busy` if the client or all clients together wait for too
 * many hashes.
 */
export function hashPassword(keys: Keys, password: string, clientAddress: string): Promise<string> {
  const turn = { clientAddress, rank: turnRanks.stranger }
  return queue.run(turn, async () => keyedHash(keys, await hash(password, cost)))
}

/** Marks a stored hash that is bound to our key. */
const keyedMark = '$keyed'
const keyedGrammar = /^\$keyed\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$[\w-]{43}$/

/** Whether a stored hash is bound to the key; old ones are not. */
export function isKeyedHash(stored: string): boolean {
  return stored.startsWith(keyedMark)
}

/** Binds an encoded hash to the key: an HMAC replaces the output of argon2. */
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

/**
 * Hashed at the start, so that an unknown address costs as much as a known one. The random key makes
 * it match no password.
 */
const nobody = keyedHash(() => Buffer.alloc(32), await hash('nobody has this password', cost))

/**
 * Whether the password matches the hash. Without a hash it does the same work on a dummy, so that an unknown
 * address costs as much as a known one. Refuses `login.busy` if the queue is full.
 */
export async function isPassword(
  keys: Keys,
  passwordHash: string | null,
  password: string,
  turn: HashTurn,
): Promise<boolean> {
  const isIt = await queue.run(turn, () => isRight(keys, passwordHash ?? nobody, password))
  return isIt && passwordHash !== null
}
