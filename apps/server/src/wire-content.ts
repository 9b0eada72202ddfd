/** Wires what operators write and turn at the console: articles, announcements, the maintenance switch. */
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
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Serves the calls, and tells pages that are open when other announcements stand. */
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
