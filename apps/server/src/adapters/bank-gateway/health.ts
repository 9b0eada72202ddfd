/** How the gateway does, told from the calls of the last minutes. */
import type { GatewayHealth } from './port.ts'

const keptMax = 10
const keptMs = 300_000
/** As many in a row without an answer are no accident. */
const downAfter = 3
const slowMs = 3_000

type Seen = { readonly atMs: number; readonly tookMs: number; readonly isAnswered: boolean }

export type Health = {
  /** Notes a call that ended; `isAnswered` when the gateway gave a sensible answer, a refusal included. */
  note(tookMs: number, isAnswered: boolean): void
  read(): GatewayHealth
}

/** Begins well: nothing is said against who was not asked. */
export function createHealth(clock: () => number): Health {
  let seen: readonly Seen[] = []
  let health: GatewayHealth = { state: 'ok', sinceMs: clock() }
  const read = (): GatewayHealth => {
    const nowMs = clock()
    seen = seen.filter(({ atMs }) => atMs > nowMs - keptMs).slice(-keptMax)
    const state = stateOf(seen)
    if (state !== health.state) health = { state, sinceMs: nowMs }
    return health
  }
  return {
    note(tookMs, isAnswered) {
      seen = [...seen, { atMs: clock(), tookMs, isAnswered }]
      read()
    },
    read,
  }
}

function stateOf(seen: readonly Seen[]): GatewayHealth['state'] {
  const last = seen.slice(-downAfter)
  if (last.length === downAfter && last.every(({ isAnswered }) => !isAnswered)) return 'down'
  const isBad = ({ tookMs, isAnswered }: Seen): boolean => !isAnswered || tookMs > slowMs
  return seen.filter(isBad).length * 2 > seen.length ? 'slow' : 'ok'
}
