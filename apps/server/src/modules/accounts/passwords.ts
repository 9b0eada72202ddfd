/** Password hashes: argon2id, at most two at once, a bounded queue (ATT-18). */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/http/refusal.ts'

/** R-30 and OWASP's floor: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnceMax = 2
const waitingMax = 50

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnceMax) {
    if (waiting.length >= waitingMax) throw new Refusal('login.busy')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** The encoded hash of a new password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

let nobody: Promise<string> | null = null

/**
 * Whether the password belongs to the hash. Without a hash it does the same work on nobody's, so that an
 * unknown address costs what a known one does.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const against = passwordHash ?? (await nobody)
  const isRight = await inTurn(() => verify(against, password))
  return isRight && passwordHash !== null
}
