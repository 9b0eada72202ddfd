/**
 * Makes blocks on a clock: often while transactions wait or need more confirmations, rarely when nothing
 * happens. An idle chain costs almost nothing and still grows.
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
  /** The number of blocks that follow the last block with transactions. */
  readonly buriedUnder: number
  readonly restMs?: number
}

/** Creates a clock that runs until it is stopped. It retries a silent node at the next tick. */
export function createClock({
  chain,
  blockMs,
  buriedUnder,
  restMs = restMsDefault,
}: Options): Clock {
  let timer: NodeJS.Timeout | undefined
  let everyMs = blockMs
  // Transactions may have waited before the clock started, so it starts as if one had just been mined.
  let owed = buriedUnder
  let minedAtMs = performance.now()
  let isStopped = false
  let pid = chain.pid()

  const tick = async (): Promise<void> => {
    // A restarted node lost its waiting transactions and has no state below its head, so confirmations are
    // built again.
    if (chain.pid() !== pid) owed = buriedUnder
    pid = chain.pid()
    const isWanted = (await chain.waiting()) > 0
    if (isWanted) owed = buriedUnder + 1
    if (owed === 0 && performance.now() - minedAtMs < restMs) return
    await chain.mine(1, null)
    minedAtMs = performance.now()
    // The block also has transactions that arrived after the check. They need confirmations too.
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
