/** The calls for second factors in the settings (API-09 to API-11). */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { route } from '../../../platform/http/route.ts'
import { clientOf } from '../sign-in/clients.ts'
import { isFreshSession } from '../sessions/fresh-sessions.ts'
import type { AccountsDeps } from '../deps.ts'
import { activateFactor, deactivateFactor, setUpFactor } from './two-factor.ts'

/** Serves the setup of a factor, and its activation and deactivation. */
export function registerTwoFactor(http: HttpHost, deps: AccountsDeps): void {
  const { database, sessions } = deps
  route(http, sessions, calls.twoFactorSecret, async ({ request, userId }) => {
    const { pictureUrl, secret } = await setUpFactor(deps, userId)
    return success(request, { qr_url: pictureUrl, data: { qr_url: pictureUrl, secret } })
  })

  route(http, sessions, calls.activateTwoFactor, async ({ request, input }) => {
    const { userId, sessionId } = await sessions.sessionOf(request)
    const change = { userId, sessionId, code: input.google_secret, client: clientOf(request) }
    await activateFactor(deps, change, await isFreshSession(database, request))
    return success(request, {}, { code: 'two_factor.on' })
  })

  route(http, sessions, calls.deactivateTwoFactor, async ({ request, input }) => {
    const { userId, sessionId } = await sessions.sessionOf(request)
    const change = { userId, sessionId, code: input.google_secret, client: clientOf(request) }
    await deactivateFactor(deps, change)
    return success(request, {}, { code: 'two_factor.off' })
  })
}
