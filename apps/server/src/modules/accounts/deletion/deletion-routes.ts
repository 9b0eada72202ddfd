/** The call that deletes an account (API-08). */
import { calls } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import { serverMessage } from '@tukar/i18n/server'
import { type HttpHost, languageOf, sendRefusal, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { DeletionBlocked, type Deletions } from './deletion.ts'
import { freshMinutes, isFreshSession } from '../sessions/fresh-sessions.ts'
import type { Sessions } from '../sessions/sessions.ts'

export type DeletionRoutes = {
  readonly database: Database
  readonly deletions: Deletions
  readonly sessions: Sessions
}

/** Serves the call; afterwards the user has no live session. */
export function registerDeletion(http: HttpHost, routes: DeletionRoutes): void {
  const { database, deletions, sessions } = routes
  route(http, sessions, calls.deleteAccount, async ({ request, reply, userId, input }) => {
    // Only a fresh session may delete the account: an older one may be stolen (ATT-20).
    if (!(await isFreshSession(database, request))) {
      throw new Refusal('deletion.sign_in_again', { minutes: freshMinutes })
    }
    const language = languageOf(request)
    const { reason } = input
    try {
      await deletions.delete({ userId, reason, language, clientAddress: request.ip })
    } catch (error) {
      if (!(error instanceof DeletionBlocked)) throw error
      const obstacles = error.obstacles.map(({ code, params }) => ({
        code,
        params,
        msg: serverMessage(language, code, params),
      }))
      const fields = { msg: obstacles.map(({ msg }) => msg).join(' '), obstacles }
      return sendRefusal(request, reply, error, { fields })
    }
    return success(request, {}, { code: 'deletion.done' })
  })
}
