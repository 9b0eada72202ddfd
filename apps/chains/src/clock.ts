/**
 * Blocks on a clock: quick while something waits or has to be buried deeper, one now and then when
 * nothing happens, so that a chain at rest costs next to nothing and still moves.
 */
import type { Chain } from './chains.ts'

const restMsDefault = 600_000

export type Clock = {
  /** Milliseconds between blocks; 0 makes none. */
  set(blockMs: number): void
  stop(): void
}

type Options = {
  readonly chain: Pick<Chain, 'waiting' | 'mine' | 'holdsAtTip' | 'pid'>
  readonly blockMs: number
  /** Blocks that follow the last one that held something. */
  readonly buriedUnder: number
  readonly restMs?: number
}

/** A clock that runs until it is stopped; a node that does not answer is asked again next time. */
export function createClock({
  chain,
  blockMs,
  buriedUnder,
  restMs = restMsDefault,
}: Options): Clock {
  let timer: NodeJS.Timeout | undefined
  let everyMs = blockMs
  // Whoever waits when the clock begins has waited already: it starts as if something had happened.
  let owed = buriedUnder
  let minedAtMs = performance.now()
  let isStopped = false
  let pid = chain.pid()

  const tick = async (): Promise<void> => {
    // A node that began again lost what waited, and knows no state below its head: it is buried anew.
    if (chain.pid() !== pid) owed = buriedUnder
    pid = chain.pid()
    const isWanted = (await chain.waiting()) > 0
    if (isWanted) owed = buriedUnder + 1
    if (owed === 0 && performance.now() - minedAtMs < restMs) return
    await chain.mine(1, null)
    minedAtMs = performance.now()
    // What came after the look stands in the block as well, and has to be buried like the rest.
    owed = (await chain.holdsAtTip()) ? buriedUnder : Math.max(0, owed - 1)
  }
  const wait = (): void => {
    clearTimeout(timer)
    if (everyMs === 0 || isStopped) return
    timer = setTimeout(
      () =>
        void tick()
          .catch(() => undefined)
          .then(wait),
      everyMs,
    )
  }
  wait()
  return {
    set(next) {
      everyMs = next
      wait()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
