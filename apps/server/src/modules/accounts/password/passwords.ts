/**
 * Password hashes: argon2id, at most two at once, a bounded queue (ATT-18). Who is likelier an owner goes
 * first, and gets the place of one who is not where the queue is full.
 *
 * What is stored is an HMAC of the hash under a key that the database does not have, beside the hash's salt and cost: who
 * copied the database has nothing to compare a guess with (ADR 0050).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isLoopback } from '../../../platform/limits/loopback.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'

/** R-30 and OWASP's floor: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnceMax = 2
const waitingMax = 50
const waitingOfClientMax = 4

/** Ranks of those who wait, the lowest first. */
export const turnRanks = { owner: 0, ownerAfterFailures: 1, stranger: 2, strangerAgain: 3 } as const

/** Whose hash it is: the client's address, and its rank in the queue. */
export type Turn = { readonly clientAddress: string; readonly rank: number }

type Waiting = Turn & { readonly go: () => void; readonly refuse: (error: Refusal) => void }

let running = 0
const waiting: Waiting[] = []

/** Makes room among `rivals` for the turn: the last of a lower rank goes; refuses `login.busy`. */
function displace(rivals: readonly Waiting[], turn: Turn): void {
  const last = rivals.reduce<Waiting | null>(
    (worst, one) => (worst === null || one.rank >= worst.rank ? one : worst),
    null,
  )
  if (last === null || last.rank <= turn.rank) throw new Refusal('login.busy')
  waiting.splice(waiting.indexOf(last), 1)
  last.refuse(new Refusal('login.busy'))
}

function makeRoom(turn: Turn): void {
  const own = waiting.filter((one) => one.clientAddress === turn.clientAddress)
  // Everybody on this machine shares its address: it tells nobody apart, so only the whole is bounded.
  if (own.length >= waitingOfClientMax && !isLoopback(turn.clientAddress)) displace(own, turn)
  else if (waiting.length >= waitingMax) displace(waiting, turn)
}

function takeNext(): Waiting | undefined {
  const next = waiting.reduce<Waiting | undefined>(
    (best, one) => (best === undefined || one.rank < best.rank ? one : best),
    undefined,
  )
  if (next !== undefined) waiting.splice(waiting.indexOf(next), 1)
  return next
}

async function inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  if (running >= atOnceMax) {
    makeRoom(turn)
    await new Promise<void>((go, refuse) => waiting.push({ ...turn, go, refuse }))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = takeNext()
    if (next === undefined) running -= 1
    else next.go()
  }
}

/** What is stored of a new password; refuses `login.busy` where the client or all wait too many. */
export function hashPassword(keys: Keys, password: string, clientAddress: string): Promise<string> {
  const turn = { clientAddress, rank: turnRanks.stranger }
  return inTurn(turn, async () => keyedHash(keys, await hash(password, cost)))
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
  const isIt = await inTurn(turn, () => isRight(keys, passwordHash ?? nobody, password))
  return isIt && passwordHash !== null
}
