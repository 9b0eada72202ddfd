/** The calls of signing in and out, with their wire names. */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { route } from '../../platform/http/route.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { clientOf } from './clients.ts'
import type { AccountsParts } from './parts.ts'
import { tokenOf } from './sessions.ts'
import { type SignedIn, signIn } from './sign-in.ts'
import { signInByCode } from './two-factor-sign-in.ts'

/** Serves signing in and out, and the check of a token. */
export function registerSignIn(http: HttpHost, parts: AccountsParts): void {
  const { captcha, database, sessions } = parts
  route(http, sessions, calls.status, async ({ request }) => success(request))

  route(http, sessions, calls.signIn, async ({ request, input }) => {
    await captcha.require(input, { action: 'signin', clientAddress: request.ip })
    const step = await signIn(parts, { ...input, client: clientOf(request) })
    if ('token' in step) return signedIn(request, step)
    const fields = { action: '2fa', token: step.challenge }
    return success(request, fields, { code: 'two_factor.needed' })
  })

  route(http, sessions, calls.twoFactorLogin, async ({ request, input }) => {
    const { email, password: challenge, google_secret: code } = input
    const step = { email, challenge, code, client: clientOf(request) }
    return signedIn(request, await signInByCode(parts, step))
  })

  route(http, sessions, calls.signOut, async ({ request }) => {
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

/** The answer of a sign-in that is complete. */
export function signedIn(request: FastifyRequest, { token, userId }: SignedIn) {
  return success(request, { action: 'login_complete', token, usid: userId }, { code: 'login.done' })
}
