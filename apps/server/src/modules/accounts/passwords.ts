/**
 * Password hashes: argon2id, at most two at once, a bounded queue (ATT-18). Who is likelier an owner goes
 * first, and gets the place of one who is not where the queue is full.
 */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/http/refusal.ts'
import { isLoopback } from '../../platform/limits/loopback.ts'

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

/** The encoded hash of a new password; refuses `login.busy` where the client or all wait too many. */
export function hashPassword(password: string, clientAddress: string): Promise<string> {
  return inTurn({ clientAddress, rank: turnRanks.stranger }, () => hash(password, cost))
}

/** Made at the start: no unknown address costs a hash more than another. */
const nobody = await hash('nobody has this password', cost)

/**
 * Whether the password belongs to the hash. Without a hash it does the same work on nobody's, so that an
 * unknown address costs what a known one does. Refuses `login.busy` as the queue is bounded.
 */
export async function isPassword(
  passwordHash: string | null,
  password: string,
  turn: Turn,
): Promise<boolean> {
  const isRight = await inTurn(turn, () => verify(passwordHash ?? nobody, password))
  return isRight && passwordHash !== null
}
