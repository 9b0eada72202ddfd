/** The health of an external service, from the calls of the last minutes. */

const keptMax = 10
const keptMs = 300_000
/** As many in a row without an answer are no accident. */
const downAfter = 3

export type PartyHealth = {
  readonly state: 'ok' | 'slow' | 'down'
  /** When this state began, in milliseconds of Unix time. */
  readonly sinceMs: number
  /** Whether any call has ended: before that nothing is known. */
  readonly isAsked: boolean
}

type Seen = { readonly atMs: number; readonly tookMs: number; readonly isAnswered: boolean }

export type Health = {
  /** Records a finished call; `isAnswered` if the service answered properly, including refusals. */
  note(tookMs: number, isAnswered: boolean): void
  read(): PartyHealth
}

/**
 * Starts as healthy.
 *
 * @param slowMs calls that take longer count as slow
 */
export function createHealth(clock: () => number, slowMs: number): Health {
  let seen: readonly Seen[] = []
  let health: PartyHealth = { state: 'ok', sinceMs: clock(), isAsked: false }
  const read = (): PartyHealth => {
    const nowMs = clock()
    seen = seen.filter(({ atMs }) => atMs > nowMs - keptMs).slice(-keptMax)
    const state = stateOf(seen, slowMs)
    if (state !== health.state) health = { ...health, state, sinceMs: nowMs }
    return health
  }
  return {
    note(tookMs, isAnswered) {
      const atMs = clock()
      seen = [...seen, { atMs, tookMs, isAnswered }]
      if (!health.isAsked) health = { ...health, sinceMs: atMs, isAsked: true }
      read()
    },
    read,
  }
}

function stateOf(seen: readonly Seen[], slowMs: number): PartyHealth['state'] {
  const last = seen.slice(-downAfter)
  if (last.length === downAfter && last.every(({ isAnswered }) => !isAnswered)) return 'down'
  const isBad = ({ tookMs, isAnswered }: Seen): boolean => !isAnswered || tookMs > slowMs
  return seen.filter(isBad).length * 2 > seen.length ? 'slow' : 'ok'
}
