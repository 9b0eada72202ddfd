/** The call that changes the own profile (API-07): the nickname and nothing else (SRV-26). */
import { calls } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { oneLineOf } from '../../platform/text/plain-text.ts'
import type { Sessions } from './sessions.ts'

/** In characters (DEC-38). */
const nicknameLengthMax = 50

/** Serves the call. */
export function registerProfileRoutes(
  http: HttpHost,
  { database, sessions }: { readonly database: Database; readonly sessions: Sessions },
): void {
  route(http, sessions, calls.updateProfile, async ({ request, userId, input }) => {
    const nickname = oneLineOf(input.orang_nickname, nicknameLengthMax)
    if (nickname === null) throw new Refusal('profile.nickname', { max: nicknameLengthMax })
    await database.query('update accounts.users set nickname = $2 where id = $1', [
      userId,
      nickname,
    ])
    return success(request, { data: { orang_nickname: nickname } }, { code: 'profile.done' })
  })
}
