/** The call that deletes an account (API-08). */
import { calls } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Deletions } from './deletion.ts'
import { freshMinutes, isFreshSession } from './fresh-sessions.ts'
import type { Sessions } from './sessions.ts'

export type DeletionRoutes = {
  readonly database: Database
  readonly deletions: Deletions
  readonly sessions: Sessions
}

/** Serves the call; afterwards no session of the person is alive. */
export function registerDeletion(http: HttpHost, routes: DeletionRoutes): void {
  const { database, deletions, sessions } = routes
  route(http, sessions, calls.deleteAccount, async ({ request, userId, input }) => {
    // Only a young session deletes: a stolen older one does not (ATT-20).
    if (!(await isFreshSession(database, request))) {
      throw new Refusal('deletion.sign_in_again', { minutes: freshMinutes })
    }
    await deletions.delete({
      userId,
      reason: input.reason,
      language: languageOf(request),
      clientAddress: request.ip,
    })
    return success(request, {}, { code: 'deletion.done' })
  })
}
