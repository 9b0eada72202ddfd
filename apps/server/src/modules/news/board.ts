/**
 * The current announcements, in memory, because every page requests them and few ever change. It reports when
 * one begins, changes or ends, so that open pages follow without a reload.
 */
import type { AnnouncementFigures } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import type { Log } from '../../platform/logging/log.ts'
import { listAnnouncements } from './announcement-store.ts'

/** The delay until a begin or end is noticed. */
const intervalMs = 1_000

export type Board = {
  /** The current announcements, warnings first. */
  current(): readonly AnnouncementFigures[]
  /** Reads the announcements again, after a change. */
  refresh(): Promise<void>
  stop(): void
}

export type BoardDeps = {
  readonly database: Database
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Called when the current announcements change. */
  readonly onChange: () => void
}

/** Reads the announcements and follows the clock. */
export async function openBoard({ database, log, clock, onChange }: BoardDeps): Promise<Board> {
  let stored: readonly AnnouncementFigures[] = await listAnnouncements(database)
  const current = () => currentOf(stored, clock())
  let shown = keyOf(current())
  const reload = (): void => {
    const key = keyOf(current())
    if (key === shown) return
    shown = key
    onChange()
  }
  let isBehind = false
  const refresh = async (): Promise<void> => {
    try {
      stored = await listAnnouncements(database)
      isBehind = false
    } catch (error) {
      // A change that could not be read is read as soon as possible.
      isBehind = true
      log.warn({ error: String(error) }, 'announcements not read, tried again')
    }
    reload()
  }
  const timer = setInterval(() => {
    if (isBehind) void refresh()
    else reload()
  }, intervalMs)
  return {
    current,
    refresh,
    stop: () => clearInterval(timer),
  }
}

function currentOf(stored: readonly AnnouncementFigures[], nowMs: number) {
  const now = stored.filter(
    ({ startsMs, endsMs }) => startsMs <= nowMs && (endsMs === null || endsMs > nowMs),
  )
  return now.toSorted((a, b) => weightOf(a) - weightOf(b) || b.startsMs - a.startsMs)
}

function weightOf({ level }: AnnouncementFigures): number {
  return level === 'warning' ? 0 : 1
}

function keyOf(announcements: readonly AnnouncementFigures[]): string {
  return announcements.map((one) => `${one.announcementId}.${one.version}`).join(' ')
}
