/** The books' own work: a look each minute, and after each day of Jakarta its closing and a full look. */
import { type Engine, isProjectedUntil } from '../../engine/index.ts'
import { wibDayStartMs } from '../../platform/time/day.ts'
import { closeNextDay } from './closing.ts'
import { lookAtBooks, type LookFigures, type LookParts } from './look.ts'
import type { LookKind } from './look-store.ts'

const lookMs = 60_000
const firstLookMs = 5_000
/** A day is closed this long after its end: what was decided in it is in the tables then. */
const closeAfterMs = 30_000

export type BooksParts = Omit<LookParts, 'engine'> & {
  readonly engine: Pick<Engine, 'submit' | 'status'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export type BooksWork = {
  /** Looks now; who asks meanwhile gets the same answer. */
  look(kind: LookKind): Promise<LookFigures>
  /** Closes all days that are over; a full look follows where one was closed. */
  closeDays(): Promise<number>
  /** How many checks found something at the last look; -1 before the first one. */
  broken(): number
  stop(): Promise<void>
}

/** Begins the work; only the server that writes does it. */
export function workOnBooks(parts: BooksParts): BooksWork {
  let broken = -1
  const looks = oneAtATime(async (kind) => {
    const figures = await lookAtBooks(parts, kind)
    broken = figures.findings.length
    return figures
  })
  let closedOn = Number.NaN
  const closeDays = async (): Promise<number> => {
    let count = 0
    const nowMs = parts.clock() - closeAfterMs
    if (!(await isProjectedUntil(parts.database, wibDayStartMs(nowMs)))) return count
    while (await closeNextDay(parts.database, nowMs)) count += 1
    return count
  }
  const work = async (): Promise<void> => {
    if (parts.engine.status().state !== 'leading') return
    const today = wibDayStartMs(parts.clock() - closeAfterMs)
    const isNewDay = today !== closedOn
    const closed = isNewDay ? await closeDays() : 0
    await looks(closed > 0 ? 'full' : 'minute')
    if (isNewDay && (await isProjectedUntil(parts.database, today))) closedOn = today
  }
  let working: Promise<void> = Promise.resolve()
  const tick = (): void => {
    working = work().catch((error: unknown) => {
      parts.log.warn({ error: String(error) }, 'the books were not looked at')
    })
  }
  const first = setTimeout(tick, firstLookMs)
  const timer = setInterval(tick, lookMs)
  return {
    look: looks,
    closeDays,
    broken: () => broken,
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await working
    },
  }
}

/** Two looks at once would only read the same twice; a full one does not stand in for a usual one. */
function oneAtATime(look: (kind: LookKind) => Promise<LookFigures>) {
  const running = new Map<LookKind, Promise<LookFigures>>()
  let last: Promise<unknown> = Promise.resolve()
  return (kind: LookKind): Promise<LookFigures> => {
    const known = running.get(kind)
    if (known !== undefined) return known
    const next = last.then(() => look(kind)).finally(() => running.delete(kind))
    running.set(kind, next)
    last = next.catch(() => undefined)
    return next
  }
}
