/** The calls of signing in and out, with their wire names. */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { route } from '../../platform/http/route.ts'
import type { AccountsParts } from './parts.ts'
import { tokenOf } from './sessions.ts'
import { type SignedIn, signIn } from './sign-in.ts'

/** Serves signing in and out, and the check of a token. */
export function registerSignIn(http: HttpHost, parts: AccountsParts): void {
  const { sessions } = parts
  route(http, sessions, calls.status, async ({ request }) => success(request))

  route(http, sessions, calls.signIn, async ({ request, input }) =>
    signedIn(request, await signIn(parts, { ...input, clientAddress: request.ip })),
  )

  route(http, sessions, calls.signOut, async ({ request }) => {
    await sessions.close(tokenOf(request))
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
