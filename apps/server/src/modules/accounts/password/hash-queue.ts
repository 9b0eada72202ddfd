/**
 * The queue of password hashes (ATT-18): at most two at once, a bounded number waiting. A likely owner runs
 * before a stranger, and replaces a stranger where the queue is full.
 */
import { Refusal } from '../../../platform/http/refusal.ts'
import { isLoopback } from '../../../platform/limits/loopback.ts'

const atOnceMax = 2
const waitingMax = 50
const waitingOfClientMax = 4

/** Ranks in the queue; the lowest runs first. */
export const turnRanks = { owner: 0, ownerAfterFailures: 1, stranger: 2, strangerAgain: 3 } as const

/** The client's address and its rank in the queue. */
export type HashTurn = { readonly clientAddress: string; readonly rank: number }

type Waiting = HashTurn & { readonly go: () => void; readonly refuse: (error: Refusal) => void }

export type HashQueue = {
  /**
   * Runs `work` when its turn comes.
   *
   * @throws Refusal `login.busy` at once if the queue is full, or later if a better rank replaces this turn
   */
  readonly run: <T>(turn: HashTurn, work: () => Promise<T>) => Promise<T>
}

export function createHashQueue(): HashQueue {
  let running = 0
  const waiting: Waiting[] = []

  const remove = (one: Waiting) => waiting.splice(waiting.indexOf(one), 1)

  /** Refuses the last turn of the worst rank among `rivals`, or the new turn if none has a worse rank. */
  function displace(rivals: readonly Waiting[], turn: HashTurn): void {
    const last = rivals.reduce<Waiting | null>(
      (worst, one) => (worst === null || one.rank >= worst.rank ? one : worst),
      null,
    )
    if (last === null || last.rank <= turn.rank) throw new Refusal('login.busy')
    remove(last)
    last.refuse(new Refusal('login.busy'))
  }

  function makeRoom(turn: HashTurn): void {
    const own = waiting.filter((one) => one.clientAddress === turn.clientAddress)
    // All clients on this machine share its address, so the limit of one client does not apply to it.
    if (own.length >= waitingOfClientMax && !isLoopback(turn.clientAddress)) displace(own, turn)
    else if (waiting.length >= waitingMax) displace(waiting, turn)
  }

  function takeNext(): Waiting | undefined {
    const next = waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || one.rank < best.rank ? one : best),
      undefined,
    )
    if (next !== undefined) remove(next)
    return next
  }

  return {
    run: async (turn, work) => {
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
    },
  }
}
