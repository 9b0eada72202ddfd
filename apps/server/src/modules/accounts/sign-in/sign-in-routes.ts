/** The calls to sign in and out. */
import { calls } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { type RouteRequest, route } from '../../../platform/http/route.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { type Client, clientOf } from './clients.ts'
import type { AccountsDeps } from '../deps.ts'
import {
  clearSecretCookie,
  setSecretCookie,
  createCookieSecret,
} from '../sessions/session-cookie.ts'
import { tokenOf } from '../sessions/sessions.ts'
import { type SignedIn, signIn } from './sign-in.ts'
import { signInByCode } from '../two-factor/two-factor-sign-in.ts'

/** Serves the calls to sign in and out, and the check of a token. */
export function registerSignIn(http: HttpHost, deps: AccountsDeps): void {
  const { captcha, database, sessions } = deps
  route(http, sessions, calls.status, async ({ request }) => success(request))

  route(http, sessions, calls.signIn, async (asked) => {
    const { request, input } = asked
    await captcha.require(input, { action: 'signin', clientAddress: request.ip })
    const client = newClientOf(asked)
    const step = await signIn(deps, { ...input, client })
    if ('token' in step) return signedIn(deps, asked, client, step)
    const fields = { action: '2fa', token: step.challenge } as const
    return success(request, fields, { code: 'two_factor.needed' })
  })

  route(http, sessions, calls.twoFactorLogin, async (asked) => {
    const { email, password: challenge, google_secret: code } = asked.input
    const client = newClientOf(asked)
    const step = { email, challenge, code, client }
    return signedIn(deps, asked, client, await signInByCode(deps, step))
  })

  route(http, sessions, calls.signOut, async ({ request, reply }) => {
    clearSecretCookie(reply)
    const accountId = await sessions.close(tokenOf(request))
    if (accountId !== null) {
      const clientAddress = request.ip
      await recordSecurityEvent(database, { accountId, kind: 'session.closed', clientAddress })
    }
    return success(request, {}, { code: 'login.out' })
  })

  route(http, sessions, calls.checkToken, async ({ request, userId }) =>
    success(request, { usid: userId }),
  )
}

type Entry = Pick<RouteRequest<typeof calls.signIn>, 'request' | 'reply'>

/** The client of a request that may open a session. */
export function newClientOf({ request }: Pick<Entry, 'request'>): Client {
  return { ...clientOf(request), secret: createCookieSecret(request) }
}

/** The answer of a completed sign-in; a browser stores the cookie of its session. */
export function signedIn(
  { origin, sessionDays: days }: Pick<AccountsDeps, 'origin' | 'sessionDays'>,
  { request, reply }: Entry,
  { secret = null }: Client,
  { token, userId }: SignedIn,
) {
  if (secret !== null) setSecretCookie(request, reply, secret, { origin, days })
  return success(request, { action: 'login_complete', token, usid: userId }, { code: 'login.done' })
}
