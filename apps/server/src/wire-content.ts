/** Wires the content that operators edit: articles, announcements, and the maintenance switch. */
import type { Sessions } from './modules/accounts/index.ts'
import type { Desk } from './modules/desk/index.ts'
import { registerMaintenanceDesk } from './modules/maintenance/index.ts'
import type { Listing } from './modules/markets/index.ts'
import { openBoard, registerAnnouncements, registerArticleDesk } from './modules/news/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Log } from './platform/logging/log.ts'
import type { Realtime } from './realtime/index.ts'

export type ContentWiring = {
  readonly http: HttpHost
  readonly database: Database
  readonly log: Log
  readonly sessions: Sessions
  readonly desk: Desk
  readonly listing: Listing
  readonly realtime: Realtime
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Serves the calls, and announces changed announcements to open pages. */
export async function wireContent(deps: ContentWiring): Promise<void> {
  const { http, database, log, sessions, desk, listing, realtime } = deps
  registerArticleDesk(http, desk)
  registerMaintenanceDesk(http, desk)
  const clock = Date.now
  const onChange = () => realtime.broadcast('announcements', {})
  const board = await openBoard({ database, log, clock, onChange })
  deps.onStop(async () => board.stop())
  const isListed = (symbol: string) => listing.currencies().some((one) => one.symbol === symbol)
  registerAnnouncements(http, { desk, guard: sessions, board, isListed, clock })
}
