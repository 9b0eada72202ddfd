/**
 * The regular work of accounting: a reconciliation each minute, and after each day in Jakarta its closing and
 * a full reconciliation.
 */
import { type Engine, isProjectedUntil } from '../../engine/index.ts'
import { wibDayStartMs } from '../../platform/time/day.ts'
import { closeNextDay } from './closing.ts'
import {
  runReconciliation,
  type ReconciliationFigures,
  type ReconciliationDeps,
} from './run-reconciliation.ts'
import type { ReconciliationKind } from './reconciliation-store.ts'

const intervalMs = 60_000
const firstRunMs = 5_000
/** A day is closed this long after its end, when its last decisions are in the tables. */
const closeAfterMs = 30_000

export type AccountingDeps = Omit<ReconciliationDeps, 'engine'> & {
  readonly engine: Pick<Engine, 'submit' | 'status'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export type Accounting = {
  /** Reconciles now; callers during a run get the same result. */
  reconcile(kind: ReconciliationKind): Promise<ReconciliationFigures>
  /** Closes all days that are over; a full reconciliation follows if one was closed. */
  closeDays(): Promise<number>
  /** How many checks failed in the last run; -1 before the first run. */
  broken(): number
  stop(): Promise<void>
}

/** Starts the work; only the server that leads does it. */
export function startAccounting(deps: AccountingDeps): Accounting {
  let broken = -1
  const reconcile = oneAtATime(async (kind) => {
    const figures = await runReconciliation(deps, kind)
    broken = figures.findings.length
    return figures
  })
  let closedOn = Number.NaN
  const closeDays = async (): Promise<number> => {
    let count = 0
    const nowMs = deps.clock() - closeAfterMs
    if (!(await isProjectedUntil(deps.database, wibDayStartMs(nowMs)))) return count
    while (await closeNextDay(deps.database, nowMs)) count += 1
    return count
  }
  const work = async (): Promise<void> => {
    if (deps.engine.status().state !== 'leading') return
    const today = wibDayStartMs(deps.clock() - closeAfterMs)
    const isNewDay = today !== closedOn
    const closed = isNewDay ? await closeDays() : 0
    await reconcile(closed > 0 ? 'full' : 'minute')
    if (isNewDay && (await isProjectedUntil(deps.database, today))) closedOn = today
  }
  let working: Promise<void> = Promise.resolve()
  const tick = (): void => {
    working = work().catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, 'reconciliation failed, next run in a minute')
    })
  }
  const first = setTimeout(tick, firstRunMs)
  const timer = setInterval(tick, intervalMs)
  return {
    reconcile: reconcile,
    closeDays,
    broken: () => broken,
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await working
    },
  }
}

/** Two runs at once would only read the same twice. A full run does not replace a regular one. */
function oneAtATime(run: (kind: ReconciliationKind) => Promise<ReconciliationFigures>) {
  const running = new Map<ReconciliationKind, Promise<ReconciliationFigures>>()
  let last: Promise<unknown> = Promise.resolve()
  return (kind: ReconciliationKind): Promise<ReconciliationFigures> => {
    const known = running.get(kind)
    if (known !== undefined) return known
    const next = last.then(() => run(kind)).finally(() => running.delete(kind))
    running.set(kind, next)
    last = next.catch(() => undefined)
    return next
  }
}
