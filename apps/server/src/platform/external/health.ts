/** The health of an external service, from the calls of the last minutes. */

const callsMax = 10
const windowMs = 300_000
/** This many consecutive calls without an answer mean that the service is down. */
const downAfter = 3

export type ServiceHealth = {
  readonly state: 'ok' | 'slow' | 'down'
  /** When this state began, in milliseconds of Unix time. */
  readonly sinceMs: number
  /** Whether any call has ended: before that nothing is known. */
  readonly wasCalled: boolean
}

type Seen = { readonly atMs: number; readonly tookMs: number; readonly isAnswered: boolean }

export type Health = {
  /** Records a finished call; `isAnswered` if the service answered properly, including refusals. */
  note(tookMs: number, isAnswered: boolean): void
  read(): ServiceHealth
}

/**
 * Starts as healthy.
 *
 * @param slowMs calls that take longer count as slow
 */
export function createHealth(clock: () => number, slowMs: number): Health {
  let seen: readonly Seen[] = []
  let health: ServiceHealth = { state: 'ok', sinceMs: clock(), wasCalled: false }
  const read = (): ServiceHealth => {
    const nowMs = clock()
    seen = seen.filter(({ atMs }) => atMs > nowMs - windowMs).slice(-callsMax)
    const state = judge(seen, slowMs)
    if (state !== health.state) health = { ...health, state, sinceMs: nowMs }
    return health
  }
  return {
    note(tookMs, isAnswered) {
      const atMs = clock()
      seen = [...seen, { atMs, tookMs, isAnswered }]
      if (!health.wasCalled) health = { ...health, sinceMs: atMs, wasCalled: true }
      read()
    },
    read,
  }
}

function judge(seen: readonly Seen[], slowMs: number): ServiceHealth['state'] {
  const last = seen.slice(-downAfter)
  if (last.length === downAfter && last.every(({ isAnswered }) => !isAnswered)) return 'down'
  const isBad = ({ tookMs, isAnswered }: Seen): boolean => !isAnswered || tookMs > slowMs
  return seen.filter(isBad).length * 2 > seen.length ? 'slow' : 'ok'
}
