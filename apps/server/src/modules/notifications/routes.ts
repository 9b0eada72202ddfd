/** The calls of notifications (API-66, API-67), with their wire names. */
import { calls, notificationFields, notificationRow } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { listData, listOf } from '../../platform/lists/answer.ts'
import { noticeSentence, type ScaleOf } from './sentence.ts'
import { listNotices, markAllRead } from './store.ts'

export type NotificationRoutes = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection'>
  readonly guard: Guard
  readonly scaleOf: ScaleOf
}

/** Serves the user's list of notifications, and the call that marks them read (SRV-84). */
export function registerNotificationRoutes(http: HttpHost, routes: NotificationRoutes): void {
  const { database, engine, guard, scaleOf } = routes
  const settle = async (userId: number): Promise<void> => {
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
  }

  route(http, guard, calls.notifications, async ({ request, userId, input }) => {
    const list = listOf(input, notificationFields, 'id')
    await settle(userId)
    const language = languageOf(request)
    const data = listData(list, await listNotices(database, userId, list), (notice) =>
      notificationRow(noticeSentence(language, notice, scaleOf), notice),
    )
    return success(request, { data })
  })

  route(http, guard, calls.clearNotifications, async ({ request, userId }) => {
    await settle(userId)
    await markAllRead(database, userId)
    return success(request, {}, { code: 'notices.cleared' })
  })
}
